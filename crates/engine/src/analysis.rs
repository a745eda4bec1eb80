//! What is known of a bounded program before it is executed symbolically.
//!
//! It depends on nothing but the program, and for small programs it takes as long as the rest; so engines that ask about the same program within different
//! schedules have it in common.

use std::sync::{Arc, OnceLock};

use unspool_ir::Program;
use unspool_passes::bounded;
use unspool_passes::layout::Layout;
use unspool_passes::made_pointers::MadePointers;
use unspool_passes::points_to::PointsTo;
use unspool_passes::ranges::Ranges;
use unspool_passes::thread_text::ThreadText;

use crate::cells::Cells;
use crate::engine::EngineError;

pub struct Analysis {
    pub(crate) layout: Arc<Layout>,
    pub(crate) points_to: Arc<PointsTo>,
    pub(crate) made_pointers: Arc<MadePointers>,
    pub(crate) cells: Arc<Cells>,
    /// Once somebody wants them.
    ranges: OnceLock<Option<Ranges>>,
}

impl Analysis {
    /// The program is bounded and has visible points.
    pub fn of(program: &Program) -> Result<Analysis, EngineError> {
        bounded::check(program).map_err(EngineError::NotBounded)?;
        let texts = ThreadText::of_program(program);
        let points_to = PointsTo::of(program);
        let layout = Layout::of(program, &points_to).ok_or(EngineError::TooLarge)?;
        let made_pointers = MadePointers::of(program, &texts, &points_to);
        let cells = Cells::of(program, &texts, &points_to, &layout);
        Ok(Analysis {
            layout: layout.into(),
            points_to: points_to.into(),
            made_pointers: made_pointers.into(),
            cells: cells.into(),
            ranges: OnceLock::new(),
        })
    }

    /// Which values can occur.
    pub fn ranges(&self, program: &Program) -> Option<&Ranges> {
        let of = || Ranges::with_layout(program, &self.points_to, Some(&self.layout));
        self.ranges.get_or_init(of).as_ref()
    }
}
