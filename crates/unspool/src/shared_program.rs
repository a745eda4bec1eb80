//! The program of a search, and what several of its steps need of it: bounded programs, which steps that differ in their schedules only have in common with what is known of them, and
//! what the text says of threads' futures.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use unspool_engine::{Analysis, Engine, EngineConfig, EngineError};
use unspool_ir::Program;
use unspool_passes::bound::BoundReport;
use unspool_passes::wakers::Wakers;

use crate::bound_options::Bounds;
use crate::error::Error;
use crate::pipeline::{self, Goal};

/// How many bounded programs are kept, the latest. The steps that run at a time have one or two each.
const KEPT: usize = 6;

pub struct SharedProgram {
    /// As it was written.
    pub original: Arc<Program>,
    wakers: OnceLock<Arc<Wakers>>,
    bounded: Mutex<Vec<(Bounds, Place)>>,
}

/// Of a bounded program that may still have to be made.
type Place = Arc<Mutex<Option<SharedBounded>>>;

/// A bounded program, made smaller and with its visible points, and what bounding did.
#[derive(Clone)]
pub struct SharedBounded {
    pub program: Arc<Program>,
    pub report: BoundReport,
    /// Once somebody needed it.
    analysis: Arc<Mutex<Option<Arc<Analysis>>>>,
}

impl SharedBounded {
    pub fn engine(&self, config: EngineConfig) -> Result<Engine<'_>, EngineError> {
        Engine::with_analysis(&self.program, &*self.analysis()?, config)
    }

    /// What is known of it, whoever asked first.
    pub fn analysis(&self) -> Result<Arc<Analysis>, EngineError> {
        let mut analysis = self.analysis.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*analysis {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(Analysis::of(&self.program)?);
        Ok(Arc::clone(analysis.insert(made)))
    }
}

impl SharedProgram {
    pub fn new(original: Arc<Program>) -> SharedProgram {
        SharedProgram {
            original,
            wakers: OnceLock::new(),
            bounded: Mutex::default(),
        }
    }

    pub fn wakers(&self) -> &Arc<Wakers> {
        let of = || Wakers::of(Arc::clone(&self.original)).into();
        self.wakers.get_or_init(of)
    }

    /// Who needs what another step is just making waits for it.
    pub fn bounded(&self, bounds: &Bounds) -> Result<SharedBounded, Error> {
        let place = self.place(bounds);
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = &*place {
            return Ok(made.clone());
        }
        let original = Program::clone(&self.original);
        let mut work = pipeline::from_lowered(original, bounds, Goal::Reduced)?;
        let made = SharedBounded {
            program: Arc::new(work.program),
            report: work.bounding.take().unwrap_or_default(),
            analysis: Arc::default(),
        };
        Ok(place.insert(made).clone())
    }

    fn place(&self, bounds: &Bounds) -> Place {
        let mut all = self.bounded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, place)) = all.iter().find(|(it, _)| it == bounds) {
            return Arc::clone(place);
        }
        if all.len() == KEPT {
            all.remove(0);
        }
        let place = Place::default();
        all.push((bounds.clone(), Arc::clone(&place)));
        place
    }
}
