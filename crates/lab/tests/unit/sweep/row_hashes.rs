//! Tests of `sweep::row_hashes`.

use stickslip_lab::internals::{ROWS_PER_BLOCK, RowHasher};

fn hashed(rows: usize) -> RowHasher {
    let mut hasher = RowHasher::default();
    (0..rows).for_each(|row| hasher.push(format!("{row},x\n").as_bytes()));
    hasher
}

/// At and around the ends of blocks, the last hash is that of the list, and dropping a begun block leaves the hashes of
/// the rows before it.
#[test]
fn a_begun_block_can_be_dropped() {
    for rows in [0, 1, ROWS_PER_BLOCK - 1, ROWS_PER_BLOCK, ROWS_PER_BLOCK + 1, 3 * ROWS_PER_BLOCK + 7] {
        let mut hasher = hashed(rows);
        let all = hasher.hashes();
        assert_eq!((all.count, all.blocks.len()), (rows, rows.div_ceil(ROWS_PER_BLOCK)));
        assert_eq!(hasher.last_block(), all.blocks.last().cloned(), "{rows}");
        hasher.drop_begun_block();
        let kept = rows / ROWS_PER_BLOCK * ROWS_PER_BLOCK;
        assert_eq!(hasher.hashes(), hashed(kept).hashes(), "{rows}");
        hasher.push(b"more\n");
        assert_eq!(hasher.count(), kept + 1);
    }
}
