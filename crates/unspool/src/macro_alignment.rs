//! Which tokens of a line a compiled token comes from: the line as it was written, and the same line with its macros expanded.
//!
//! What the preprocessor does leaves a trace: a token either stays as it is, or it is the name of a macro (with the arguments behind it in parentheses, if
//! it has any), and whatever tokens stand in its place are its expansion:
//!
//! ```text
//! if (p != NULL)            assert(x);                            q = NULL;
//! if (p != ((void *)0))     ((void) ... if (x) ; else ... )       q = ((void *)0);
//! ```
//!
//! Nobody tells which names are macros, but all ways to explain the compiled line by that are a grid of (tokens written, tokens compiled), and the
//! ways with the fewest macros are found by dynamic programming, as the longest common subsequence is. There may be several: the answer is the range from the first to the
//! last token of which a compiled token may come by them. First only such are looked at where parentheses and braces are in balance within
//! each expansion, as they nearly always are; then any. If there is none (the file is another one by now), or the line is
//! too long for the grid, tokens are the same from the line's beginning and to its end as far as they are equal, and what is between is any of what is between.

use std::ops::RangeInclusive;

/// Cells of the grid.
const MOST_CELLS: usize = 1_000_000;

/// For each compiled token, the tokens it may come from, by number. Empty if nothing was written.
pub fn origins(written: &[&[u8]], compiled: &[&[u8]]) -> Vec<RangeInclusive<usize>> {
    if written.is_empty() {
        return Vec::new();
    }
    if written == compiled {
        return (0..written.len()).map(|number| number..=number).collect();
    }
    let cells = (written.len() + 1).saturating_mul(compiled.len() + 1);
    if cells <= MOST_CELLS {
        for balance in [true, false] {
            let grid = Grid::new(written, compiled, balance);
            let both = (
                grid.way(Preference::LongExpansions),
                grid.way(Preference::ShortExpansions),
            );
            if let (Some(early), Some(late)) = both {
                let range = |(early, late): (usize, usize)| early.min(late)..=late.max(early);
                return early.into_iter().zip(late).map(range).collect();
            }
        }
    }
    by_both_ends(written, compiled)
}

fn by_both_ends(written: &[&[u8]], compiled: &[&[u8]]) -> Vec<RangeInclusive<usize>> {
    let equal = |(one, other): &(&&[u8], &&[u8])| one == other;
    let before = written.iter().zip(compiled).take_while(equal).count();
    let most = written.len().min(compiled.len()) - before;
    let behind = written.iter().rev().zip(compiled.iter().rev());
    let behind = behind.take(most).take_while(equal).count();
    let last = written.len() - 1;
    let range = |number: usize| match number {
        _ if number < before => number..=number,
        _ if number >= compiled.len() - behind => {
            let place = number + written.len() - compiled.len();
            place..=place
        }
        _ => {
            before.min(last)
                ..=(written.len() - behind)
                    .saturating_sub(1)
                    .max(before.min(last))
        }
    };
    (0..compiled.len()).map(range).collect()
}

const NO_WAY: u32 = u32::MAX;

/// The fewest macros that explain the rest, from each cell on.
struct Grid<'a> {
    written: &'a [&'a [u8]],
    compiled: &'a [&'a [u8]],
    /// Where a macro that is named here may end, arguments included; none if no macro can begin here.
    ends: Vec<[Option<usize>; 2]>,
    /// Open brackets before each token, if expansions are in balance.
    depths: Option<(Vec<i32>, Vec<i32>)>,
    /// Between tokens.
    outside: Vec<u32>,
    /// Behind a macro, in its expansion.
    inside: Vec<u32>,
}

/// Which of several best ways is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preference {
    LongExpansions,
    ShortExpansions,
}

impl<'a> Grid<'a> {
    fn new(written: &'a [&'a [u8]], compiled: &'a [&'a [u8]], balance: bool) -> Grid<'a> {
        let cells = (written.len() + 1) * (compiled.len() + 1);
        let mut grid = Grid {
            written,
            compiled,
            ends: macro_ends(written),
            depths: balance.then(|| (depths(written), depths(compiled))),
            outside: vec![NO_WAY; cells],
            inside: vec![NO_WAY; cells],
        };
        for row in (0..=written.len()).rev() {
            for column in (0..=compiled.len()).rev() {
                let cell = grid.cell(row, column);
                grid.outside[cell] = grid.best_outside(row, column);
                let longer = match column < compiled.len() {
                    true => grid.inside[cell + 1],
                    false => NO_WAY,
                };
                grid.inside[cell] = grid.outside[cell].min(longer);
            }
        }
        grid
    }

    fn cell(&self, row: usize, column: usize) -> usize {
        row * (self.compiled.len() + 1) + column
    }

    fn best_outside(&self, row: usize, column: usize) -> u32 {
        if (row, column) == (self.written.len(), self.compiled.len()) {
            return 0;
        }
        let stays = match self.is_same(row, column) {
            true => self.outside[self.cell(row + 1, column + 1)],
            false => NO_WAY,
        };
        let ends = self.macro_ends(row);
        let expands = ends.map(|end| self.inside[self.cell(end, column)].saturating_add(1));
        expands.fold(stays, u32::min)
    }

    fn macro_ends(&self, row: usize) -> impl Iterator<Item = usize> {
        self.ends.get(row).copied().into_iter().flatten().flatten()
    }

    fn is_same(&self, row: usize, column: usize) -> bool {
        let same = |one: Option<&&[u8]>, other: Option<&&[u8]>| one.is_some() && one == other;
        let depth = |depths: &[i32], at: usize| depths.get(at).copied();
        same(self.written.get(row), self.compiled.get(column))
            && (self.depths.as_ref())
                .is_none_or(|(here, there)| depth(here, row) == depth(there, column))
    }

    /// The written token that each compiled one comes from. None if there is no way.
    fn way(&self, preference: Preference) -> Option<Vec<usize>> {
        let mut way = Vec::with_capacity(self.compiled.len());
        let (mut row, mut column) = (0, 0);
        // The macro whose expansion it is in.
        let mut named = None;
        if self.outside[0] == NO_WAY {
            return None;
        }
        while row < self.written.len() || column < self.compiled.len() || named.is_some() {
            let cell = self.cell(row, column);
            if let Some(name) = named {
                let may_end = self.outside[cell] == self.inside[cell];
                let may_go_on =
                    column < self.compiled.len() && self.inside[cell + 1] == self.inside[cell];
                let ends = may_end && (preference == Preference::ShortExpansions || !may_go_on);
                if ends {
                    named = None;
                } else {
                    way.push(name);
                    column += 1;
                }
                continue;
            }
            let best = self.outside[cell];
            let stays =
                self.is_same(row, column) && self.outside[self.cell(row + 1, column + 1)] == best;
            let mut ends = self.macro_ends(row);
            let end =
                ends.find(|&end| self.inside[self.cell(end, column)].saturating_add(1) == best);
            match end.filter(|_| !stays) {
                Some(end) => {
                    named = Some(row);
                    row = end;
                }
                None => {
                    way.push(row);
                    (row, column) = (row + 1, column + 1);
                }
            }
        }
        Some(way)
    }
}

/// By tokens: the end of a macro that is only a name, and of one with arguments. Arguments that do not end in this line go on to its end,
/// and those that began in an earlier one end at a parenthesis that nothing opens.
fn macro_ends(written: &[&[u8]]) -> Vec<[Option<usize>; 2]> {
    let mut ends = vec![[None, None]; written.len()];
    let mut open = Vec::new();
    for (number, token) in written.iter().enumerate() {
        let is_name = token
            .first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        if is_name {
            ends[number][0] = Some(number + 1);
        }
        match *token {
            b"(" => open.push(number),
            b")" => match open.pop() {
                Some(begin) => end_with(&mut ends, begin, number + 1),
                None => ends[0][1] = Some(number + 1),
            },
            _ => {}
        }
    }
    for begin in open {
        end_with(&mut ends, begin, written.len());
    }
    ends
}

/// Of the macro before this parenthesis.
fn end_with(ends: &mut [[Option<usize>; 2]], parenthesis: usize, end: usize) {
    let before = parenthesis
        .checked_sub(1)
        .and_then(|name| ends.get_mut(name));
    if let Some([Some(_), with_arguments]) = before {
        *with_arguments = Some(end);
    }
}

fn depths(tokens: &[&[u8]]) -> Vec<i32> {
    let mut depth = 0;
    let before = |token: &&[u8]| {
        let here = depth;
        match *token {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth -= 1,
            _ => {}
        }
        here
    };
    tokens.iter().map(before).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c_tokens::tokens;

    fn texts(line: &str) -> Vec<&[u8]> {
        let tokens = tokens(line.as_bytes());
        tokens
            .iter()
            .map(|token| token.text(line.as_bytes()))
            .collect()
    }

    /// What was written for the token of the compiled line at the only `@`, which is left out.
    #[track_caller]
    fn origin(written: &str, compiled: &str) -> String {
        let (before, behind) = compiled.split_once('@').expect("a place");
        let number = tokens(before.as_bytes()).len();
        let whole = format!("{before}{behind}");
        let written = texts(written);
        let range = origins(&written, &texts(&whole))[number].clone();
        let words: Vec<_> = (written[range].iter())
            .map(|it| String::from_utf8_lossy(it))
            .collect();
        words.join(" ")
    }

    #[test]
    fn what_is_no_macro_stays() {
        let written = "p = NULL; f(&p, NULL, 1); q = NULL; NOTHING; r++;";
        assert_eq!(
            origin(
                written,
                "@p = ((void *)0); f(&p, ((void *)0), 1); q = ((void *)0); ; r++;"
            ),
            "p"
        );
        assert_eq!(
            origin(
                written,
                "p = ((void *)@0); f(&p, ((void *)0), 1); q = ((void *)0); ; r++;"
            ),
            "NULL"
        );
        assert_eq!(
            origin(
                written,
                "p = ((void *)0); f(&@p, ((void *)0), 1); q = ((void *)0); ; r++;"
            ),
            "p"
        );
        assert_eq!(
            origin(
                written,
                "p = ((void *)0); f(&p, ((void *)0), 1); @q = ((void *)0); ; r++;"
            ),
            "q"
        );
        assert_eq!(
            origin(
                written,
                "p = ((void *)0); f(&p, ((void *)0), 1); q = ((void *)0); ; @r++;"
            ),
            "r"
        );
    }

    #[test]
    fn a_macro_is_its_name() {
        let written = "x = 5; BOTH; if (x) SWAP(x, y); y += 5;";
        assert_eq!(
            origin(
                written,
                "x = 5; x += 0; @x += 0; if (x) do { t = x; x = y; y = t; } while (0); y += 5;"
            ),
            "BOTH"
        );
        assert_eq!(
            origin(
                written,
                "x = 5; x += 0; x += 0; if (x) do { t = x; x = y; @y = t; } while (0); y += 5;"
            ),
            "SWAP"
        );
        assert_eq!(
            origin(
                written,
                "x = 5; x += 0; x += 0; if (x) do { t = x; x = y; y = t; } while (0); @y += 5;"
            ),
            "y"
        );
    }

    #[test]
    fn what_is_open_is_a_range() {
        let written = "ONE; TWO; z = 1;";
        assert_eq!(origin(written, "@a = 1; b = 1; c = 1; z = 1;"), "ONE");
        assert_eq!(origin(written, "a = 1; @b = 1; c = 1; z = 1;"), "ONE ; TWO");
        assert_eq!(origin(written, "a = 1; b = 1; @c = 1; z = 1;"), "TWO");
        assert_eq!(origin(written, "a = 1; b = 1; c = 1; @z = 1;"), "z");
    }

    #[test]
    fn arguments_may_begin_and_end_in_other_lines() {
        assert_eq!(origin("y == 2); x++;", "; @x++;"), "x");
        assert_eq!(origin("x++; y = ID(x", "x++; y = @x + 2"), "ID");
        assert_eq!(origin("x++; BEGIN y++;", "x++; { lock(); @y++;"), "y");
    }

    #[test]
    fn another_line_is_the_same_at_its_ends() {
        assert_eq!(origin("a; 1 + 2; b;", "a; 3 + 4; @b;"), "b");
        assert_eq!(origin("a; 1 + 2; b;", "a; 3 @+ 4; b;"), "1 + 2");
        assert_eq!(origin("a;", "@b c d;"), "a");
        assert_eq!(origin("1", "2 @3"), "1");
        assert!(origins(&[], &texts("a b")).is_empty());
    }

    #[test]
    fn long_lines_take_no_grid() {
        let written = format!("x = NULL; {} z = 1;", "y++; ".repeat(2000));
        let compiled = format!("x = 0; {} @z = 1;", "y++; ".repeat(2000));
        assert_eq!(origin(&written, &compiled), "z");
    }
}
