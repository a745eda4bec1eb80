//! The C files of a folder, for the benchmarks that take one.

use std::path::{Path, PathBuf};

/// Adds them, also those of folders inside.
pub fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            collect(&path, files);
        } else if matches!(extension, Some("c" | "i")) {
            files.push(path);
        }
    }
}
