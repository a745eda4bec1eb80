//! Schemas: from a bounded program with threads to a sequential one that has the same violations.
//!
//! A schema takes a bounded program ([`unspool_passes::bounded`]) with numbered visible points and makes a program with one thread, which
//! simulates the others: whatever checks sequential programs can then check it, our engine or a verifier that knows nothing of threads.
//! There is one file for each schema: [`lazy`], [`lr`], [`mu`], [`imu`].
//!
//! What the simulation chooses (where contexts end, who runs next) and what the program gets from outside are *guesses*: registers with names of
//! their own, so that whoever finds a violation can say what was guessed, and the execution of the bounded program can be told from that
//! ([`guesses`]). A schema does not know who comes next: nothing here is about C or about a verifier.
//!
//! | file | does |
//! |---|---|
//! | `lazy` | the schema of Lazy-CSeq, and what is shared by its parts |
//! | `lazy/control` | the variables of the simulation |
//! | `lazy/thread` | threads: jumps and guards |
//! | `lazy/homes` | where their registers and variables are kept |
//! | `lazy/stubs` | creation, ends and other things that sequential programs have not |
//! | `lazy/driver` | the main function |
//! | `eager` | what the others share: threads run to their ends over guessed memory |
//! | `eager/survey` | who accesses which bytes of memory |
//! | `eager/sizes` | how large an allocation can be |
//! | `eager/parts` | objects cut into parts, and which of them threads share |
//! | `eager/variables` | objects as variables, with copies where a schema wants them |
//! | `eager/alone` | up to where there is only one thread |
//! | `eager/clock` | how times are written |
//! | `eager/thread` | threads: stops and what stands between them |
//! | `eager/places` | where an access may be |
//! | `eager/accesses` | loads and stores |
//! | `eager/copies` | in the copy of the time |
//! | `eager/scratch` | of more than one part at once |
//! | `eager/writes` | how often shared memory can be written, and by which steps |
//! | `eager/gathering` | what a step writes is made known at its end |
//! | `eager/lives` | objects that begin and end |
//! | `eager/stubs` | creation of threads, inputs |
//! | `eager/ends` | ends of threads |
//! | `eager/events` | errors are recorded, to be raised at the end |
//! | `eager/narrow` | guesses of no more bits than are needed |
//! | `eager/driver` | the main function: guesses, threads, checks |
//! | `lr` | the schema of Lal and Reps, as in CSeq: copies of memory for each round |
//! | `mu` | memory unwinding, as in MU-CSeq: a sequence of writes |
//! | `mu/unwinding` | the sequence, and what memory contains behind each write |
//! | `mu/writing` | threads make their writes |
//! | `imu` | the same with a sequence for each location |
//! | `imu/logs` | these sequences |
//! | `stops` | where threads can be interrupted: the numerical labels |
//! | `maker` | what all schemas do in the same way |
//! | `lasting_locals` | what is kept between two contexts of a thread |
//! | `any_contents` | memory that may contain anything |
//! | `counters` | counters of few bits |
//! | `block_writer` | making of a function, block by block |
//! | `notes` | what there is to say about a sequential program |
//! | `names` | names that nothing has yet |
//! | `guesses` | what was chosen, and how it is read back |

mod any_contents;
mod block_writer;
mod counters;
mod eager;
pub mod guesses;
pub mod imu;
mod lasting_locals;
pub mod lazy;
pub mod lr;
mod maker;
pub mod mu;
mod names;
mod notes;
mod stops;

pub use notes::{Addition, AdditionKind, Counter, Sequential, SequentialNotes};
pub use stops::Sealed;
