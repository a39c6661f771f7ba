//! PNG files of 256 colours, a third to a half as large as in full colour.

use color_quant::NeuQuant;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

/// Every pixel counts when the colours are chosen: thin lines and letters keep theirs.
const EVERY_PIXEL: i32 = 1;
/// Number of colours of a palette.
const COLOURS: usize = 256;

/// Writes a picture, 8 bits per channel without transparency, again with 256 colours; returns the bytes of the file.
pub(crate) fn reduce(path: &Path) -> Result<u64, String> {
    let fault = |why: String| format!("{}: {why}", path.display());
    let (size, pixels) = read(path).map_err(fault)?;
    let rgba: Vec<u8> = pixels.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    let colours = NeuQuant::new(EVERY_PIXEL, COLOURS, &rgba);
    let indices: Vec<u8> = rgba.chunks_exact(4).map(|pixel| colours.index_of(pixel) as u8).collect();
    write(path, size, colours.color_map_rgb(), &indices).map_err(fault)
}

/// Width and height, and the colours row by row.
fn read(path: &Path) -> Result<([u32; 2], Vec<u8>), String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().map_err(|error| error.to_string())?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    let info = reader.next_frame(&mut pixels).map_err(|error| error.to_string())?;
    if (info.color_type, info.bit_depth) != (png::ColorType::Rgb, png::BitDepth::Eight) {
        return Err(format!("{:?} of {:?} bits, not RGB of eight", info.color_type, info.bit_depth));
    }
    Ok(([info.width, info.height], pixels))
}

fn write(path: &Path, [width, height]: [u32; 2], palette: Vec<u8>, indices: &[u8]) -> Result<u64, String> {
    let file = BufWriter::new(File::create(path).map_err(|error| error.to_string())?);
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_palette(palette);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(indices).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    std::fs::metadata(path).map(|data| data.len()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with more than 256 colours keeps each within a few levels, and its size.
    #[test]
    fn a_palette_keeps_the_colours() {
        let (width, height) = (64, 48);
        let pixels: Vec<u8> = (0..width * height).flat_map(|k| [(k % 64 * 4) as u8, 200, (k / 64 * 5) as u8]).collect();
        let path = std::env::temp_dir().join(format!("xtask-palette-{}.png", std::process::id()));
        let mut encoder = png::Encoder::new(File::create(&path).expect("a file"), width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).expect("a picture");
        let bytes = reduce(&path).expect("a palette");
        let mut decoder = png::Decoder::new(BufReader::new(File::open(&path).expect("the file")));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a picture");
        let mut kept = vec![0; reader.output_buffer_size().expect("its size")];
        let info = reader.next_frame(&mut kept).expect("its colours");
        std::fs::remove_file(path).expect("removed");
        assert_eq!((info.width, info.height), (width, height));
        assert!(bytes < pixels.len() as u64, "{bytes} bytes");
        let error: u32 = pixels.iter().zip(&kept).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        assert!(error > 0 && error < 6 * pixels.len() as u32, "{error} in {}", pixels.len());
    }
}
