/* Which scheduling policies Linux has, and which priorities they have. */

/* SCHED_OTHER, SCHED_FIFO, SCHED_RR, SCHED_BATCH, SCHED_IDLE, SCHED_DEADLINE */
_Bool __unspool_is_policy(int policy) { return policy >= 0 && policy <= 6 && policy != 4; }

/* SCHED_FIFO and SCHED_RR have priorities. */
_Bool __unspool_is_real_time(int policy) { return policy == 1 || policy == 2; }

_Bool __unspool_is_priority_of(int policy, int priority) {
    if (__unspool_is_real_time(policy))
        return priority >= 1 && priority <= 99;
    return __unspool_is_policy(policy) && policy != 6 && priority == 0;
}
