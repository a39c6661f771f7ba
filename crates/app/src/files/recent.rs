//! The files that were opened or saved last, kept from one start of the program to the next.

use crate::files::saving::absolute_path;
use crate::state::session::{Notice, Session};
use bevy::ecs::prelude::*;
use std::path::{Path, PathBuf};
use stickslip_engine::files::{read_text, write_whole};

/// Maximum number of files that are remembered.
const MAX_FILES: usize = 12;

/// The files, the last one first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentFiles {
    /// Absolute paths.
    pub files: Vec<PathBuf>,
    /// The file that keeps the list, one path per line; `None` if it is not kept.
    store: Option<PathBuf>,
}

impl RecentFiles {
    /// The list kept in the user's folder for the state of programs; it is empty at the first start.
    pub fn of_user() -> Self {
        state_folder().map(|folder| Self::kept_in(folder.join("recent.txt"))).unwrap_or_default()
    }

    /// The list kept in a file, which need not exist yet.
    pub fn kept_in(store: PathBuf) -> Self {
        let text = read_text(&store).unwrap_or_default();
        Self { files: text.lines().map(PathBuf::from).take(MAX_FILES).collect(), store: Some(store) }
    }

    /// Puts a file at the top of the list; returns false if it is there already.
    fn note(&mut self, file: &Path) -> bool {
        let file = absolute_path(file.to_path_buf());
        if self.files.first() == Some(&file) {
            return false;
        }
        self.files.retain(|known| *known != file);
        self.files.insert(0, file);
        self.files.truncate(MAX_FILES);
        true
    }

    /// Writes the list to its file; the error says why it cannot be kept.
    fn keep(&self) -> Result<(), String> {
        let Some(store) = &self.store else { return Ok(()) };
        if let Some(folder) = store.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        }
        // A path on two lines cannot be kept in a list of lines.
        let lines: Vec<String> = self.files.iter().map(|file| file.display().to_string()).collect();
        let text: String = lines.iter().filter(|line| !line.contains('\n')).map(|line| format!("{line}\n")).collect();
        write_whole(store, text.as_bytes()).map_err(|error| error.to_string())
    }
}

/// Remembers the file of the open scene.
pub fn remember(session: Res<Session>, mut recent: ResMut<RecentFiles>, mut notices: MessageWriter<Notice>) {
    if !session.is_changed() {
        return;
    }
    let Some(file) = session.opened.as_ref().and_then(|opened| opened.file.clone()) else { return };
    if recent.bypass_change_detection().note(&file) {
        recent.set_changed();
        if let Err(why) = recent.keep() {
            notices.write(Notice::new(why));
        }
    }
}

/// The user's folder for the state of this program.
fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || folder("HOME");
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_STATE_HOME").or_else(|| home().map(|home| home.join(".local/state")))
    };
    base.map(|base| base.join("stickslip"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last file is the first of the list, which holds each once, and is read again at the next start.
    #[test]
    fn files_are_remembered_from_one_start_to_the_next() {
        let folder = temp_dir::TempDir::new().expect("a folder");
        let store = folder.path().join("state/recent.txt");
        let mut recent = RecentFiles::kept_in(store.clone());
        assert!(recent.files.is_empty());
        for (name, is_new) in [("/a.ron", true), ("/b.ron", true), ("/b.ron", false), ("/a.ron", true)] {
            assert_eq!(recent.note(Path::new(name)), is_new, "{name}");
        }
        recent.keep().expect("a folder that can be written");
        let again = RecentFiles::kept_in(store);
        assert_eq!(again, recent);
        assert_eq!(again.files, ["/a.ron", "/b.ron"].map(PathBuf::from));
        for k in 0..20 {
            recent.note(Path::new(&format!("/{k}.ron")));
        }
        assert_eq!(recent.files.len(), MAX_FILES);
    }

    /// A list that cannot be kept is a message and no loss: the run of the program still has it.
    #[test]
    fn a_list_that_cannot_be_kept_says_so() {
        let folder = temp_dir::TempDir::new().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("a file");
        let mut recent = RecentFiles::kept_in(file.join("recent.txt"));
        recent.note(Path::new("/a.ron"));
        assert!(recent.keep().expect_err("no folder").contains("file"));
    }
}
