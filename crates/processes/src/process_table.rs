//! Which processes a group has, as Linux tells in `/proc/PID/stat`. `None` where there is no such thing.

pub struct Member {
    pub id: u32,
    /// What the line says behind the name: state, parent, group, and so on.
    words: String,
}

impl Member {
    /// The word that `proc(5)` gives this number.
    pub fn word(&self, number: usize) -> Option<&str> {
        self.words.split_whitespace().nth(number.checked_sub(3)?)
    }
}

pub fn members(group: u32) -> Option<impl Iterator<Item = Member>> {
    let processes = std::fs::read_dir("/proc").ok()?;
    let names = processes.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let ids = names.filter_map(|name| name.parse::<u32>().ok());
    let group = group.to_string();
    let found = ids.filter_map(member);
    Some(found.filter(move |member| member.word(5) == Some(&group)))
}

fn member(id: u32) -> Option<Member> {
    let line = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second word is the name in parentheses, which may contain anything.
    let (_, words) = line.rsplit_once(')')?;
    Some(Member {
        id,
        words: words.to_string(),
    })
}
