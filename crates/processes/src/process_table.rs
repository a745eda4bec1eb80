//! Which processes belong to a group, as Linux tells in `/proc/PID/stat`: its members, and their descendants in groups of their own (a verifier that Unspool
//! starts has one). `None` where there is no such thing.

use std::collections::HashSet;

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

    fn number(&self, number: usize) -> Option<u32> {
        self.word(number)?.parse().ok()
    }

    fn parent(&self) -> Option<u32> {
        self.number(4)
    }

    pub fn group(&self) -> Option<u32> {
        self.number(5)
    }
}

pub fn family(group: u32) -> Option<Vec<Member>> {
    let processes = std::fs::read_dir("/proc").ok()?;
    let names = processes.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let ids = names.filter_map(|name| name.parse::<u32>().ok());
    let (mut family, mut others): (Vec<Member>, Vec<Member>) = ids
        .filter_map(member)
        .partition(|member| member.group() == Some(group));
    // Children may have lower numbers than their parents, when numbers begin again.
    loop {
        let ids: HashSet<u32> = family.iter().map(|member| member.id).collect();
        let (children, rest): (Vec<Member>, Vec<Member>) = others
            .into_iter()
            .partition(|other| other.parent().is_some_and(|parent| ids.contains(&parent)));
        if children.is_empty() {
            return Some(family);
        }
        family.extend(children);
        others = rest;
    }
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
