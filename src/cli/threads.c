/* Data-parallel steps. Threads take the next task as they become free: a subtree of the gradient
 * tree, then some of Muon's matrices. The calling thread adds the subtrees in order. Which
 * thread computed what, and when, cannot change a bit (train/gradient_tree.h).
 *
 *      weights -> every thread          (at its own start of the step)
 *      subtree gradients, in parallel   task 0 | task 1 | … | task n - 1
 *      tree sum, directions of Muon     (in the calling thread)
 *      orthogonalised, in parallel      task 0 | task 1 | …
 *      clip, AdamW, Muon                (in the calling thread)
 *
 * SPDX-License-Identifier: MIT */
#include "cli/threads.h"

#include <pthread.h>

struct worker {
    struct cli_threads *threads;
    struct gf_session *session;
    pthread_t thread;
};

struct cli_threads {
    struct gf_arena arena;
    struct gf_session *session; /* borrowed; holds the weights and the optimizer */
    struct worker workers[CLI_MAX_THREADS - 1];
    size_t n_worker; /* threads besides the calling one */

    size_t n_task, shards_per_task, n_grad;
    float *grad[GF_MAX_SHARDS];
    double loss[GF_MAX_SHARDS];

    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    uint64_t round;    /* raised whenever there are tasks */
    uint64_t at_step;  /* optimizer step of the weights */
    float *directions; /* NULL: the tasks are subtrees */
    size_t next_task, end_task, busy;
    bool quit;
    enum gf_status status; /* of the first task that failed */
    struct gf_error err;
};

/* ---- tasks ------------------------------------------------------------------------- */

/* The number of a task that is still free, or end_task. */
static size_t take_task(struct cli_threads *threads)
{
    pthread_mutex_lock(&threads->lock);
    size_t task = threads->next_task < threads->end_task ? threads->next_task++
                                                         : threads->end_task;
    pthread_mutex_unlock(&threads->lock);
    return task;
}

static enum gf_status orthogonalize(struct cli_threads *threads,
                                    struct gf_session *session, size_t task,
                                    struct gf_error *err)
{
    struct gf_span left = gf_session_update_share(session, threads->end_task, task);
    enum gf_status status = GF_OK;
    while (status == GF_OK && left.first < left.last)
        status = gf_session_orthogonalize(session, threads->directions, left.first,
                                          left.last, &left.first, err);
    return status;
}

static enum gf_status do_task(struct cli_threads *threads, struct gf_session *session,
                              size_t task, struct gf_error *err)
{
    if (threads->directions) return orthogonalize(threads, session, task, err);
    size_t first = task * threads->shards_per_task;
    return gf_session_gradient(session, first, first + threads->shards_per_task,
                               threads->grad[task], &threads->loss[task], err);
}

static void work(struct cli_threads *threads, struct gf_session *session)
{
    size_t task;
    while ((task = take_task(threads)) < threads->end_task) {
        struct gf_error err = {0};
        enum gf_status status = do_task(threads, session, task, &err);
        if (status != GF_OK) {
            pthread_mutex_lock(&threads->lock);
            threads->status = status;
            threads->err = err;
            pthread_mutex_unlock(&threads->lock);
        }
    }
}

static void *worker_main(void *data)
{
    struct worker *worker = data;
    struct cli_threads *threads = worker->threads;
    uint64_t seen = 0;
    pthread_mutex_lock(&threads->lock);
    for (;;) {
        while (!threads->quit && threads->round == seen) {
            pthread_cond_wait(&threads->begin, &threads->lock);
        }
        if (threads->quit) {
            break;
        }
        seen = threads->round;
        uint64_t at_step = threads->at_step;
        pthread_mutex_unlock(&threads->lock);
        if (!threads->directions)
            gf_session_set_weights(worker->session,
                                   gf_session_weights(threads->session), at_step);
        work(threads, worker->session);
        pthread_mutex_lock(&threads->lock);
        if (--threads->busy == 0) {
            pthread_cond_signal(&threads->done);
        }
    }
    pthread_mutex_unlock(&threads->lock);
    return NULL;
}

/* ---- a step ------------------------------------------------------------------------ */

/* All threads take tasks until there are none. */
static enum gf_status share(struct cli_threads *threads, float *directions,
                            size_t n_task, struct gf_error *err)
{
    pthread_mutex_lock(&threads->lock);
    threads->round++;
    threads->directions = directions;
    threads->next_task = 0;
    threads->end_task = n_task;
    threads->busy = threads->n_worker;
    threads->status = GF_OK;
    pthread_cond_broadcast(&threads->begin);
    pthread_mutex_unlock(&threads->lock);

    work(threads, threads->session);

    pthread_mutex_lock(&threads->lock);
    while (threads->busy > 0) {
        pthread_cond_wait(&threads->done, &threads->lock);
    }
    pthread_mutex_unlock(&threads->lock);
    if (threads->status != GF_OK) *err = threads->err;
    return threads->status;
}

/* The directions of Muon, orthogonalised by all threads; *directions NULL where one thread does
 * that as fast. */
static enum gf_status share_update(struct cli_threads *threads, float *grad,
                                   float **directions, struct gf_error *err)
{
    const size_t n = threads->n_worker + 1;
    struct gf_span other = gf_session_update_share(threads->session, n, 1);
    *directions = other.first < other.last ? threads->grad[1] : NULL; /* it is added */
    if (!*directions) return GF_OK;
    enum gf_status status =
        gf_session_directions(threads->session, grad, *directions, err);
    return status == GF_OK ? share(threads, *directions, n, err) : status;
}

enum gf_status cli_threads_step(struct cli_threads *threads,
                                struct gf_progress *progress, struct gf_error *err)
{
    if (threads->n_worker == 0) return gf_session_step(threads->session, progress, err);
    enum gf_status status = share(threads, NULL, threads->n_task, err);
    if (status != GF_OK) return status;
    struct gf_gradient_tree tree = {.n_grad = threads->n_grad};
    for (size_t task = 0; task < threads->n_task; task++) {
        gf_gradient_tree_add(&tree, threads->grad[task], threads->shards_per_task,
                             threads->loss[task]);
    }
    float *grad = tree.pending[0].grad, *directions;
    status = share_update(threads, grad, &directions, err);
    if (status != GF_OK) return status;
    status = gf_session_apply(threads->session, grad, tree.pending[0].loss, directions,
                              progress, err);
    threads->at_step = progress->step;
    return status;
}

/* ---- life -------------------------------------------------------------------------- */

/* Two, four and eight threads take one subtree each. With other counts the shards are
 * handed out one by one, so that no thread waits longer than one shard takes. */
static size_t count_tasks(size_t n_shard, size_t n_threads)
{
    bool power_of_two = (n_threads & (n_threads - 1)) == 0;
    return power_of_two && n_threads < n_shard ? n_threads : n_shard;
}

static bool add_worker(struct cli_threads *threads, cli_session_maker *make,
                       const void *data, struct gf_error *err)
{
    struct worker *worker = &threads->workers[threads->n_worker];
    *worker = (struct worker){.threads = threads, .session = make(data, err)};
    if (!worker->session) return false;
    if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) {
        gf_session_free(worker->session);
        gf_fail(err, GF_E_no_more_threads);
        return false;
    }
    threads->n_worker++;
    return true;
}

struct cli_threads *cli_threads_new(struct gf_session *session, int n_threads,
                                    cli_session_maker *make, const void *data,
                                    struct gf_error *err)
{
    struct gf_arena arena = {0};
    struct cli_facts facts;
    struct cli_threads *threads = gf_arena_alloc(&arena, sizeof *threads);
    if (!threads || cli_facts(session, &arena, &facts, err) != GF_OK) {
        gf_fail(err, GF_E_no_memory);
        gf_arena_free(&arena);
        return NULL;
    }
    size_t n_shard = (size_t)facts.n_shard, wanted = (size_t)n_threads;
    wanted = wanted < n_shard ? wanted : n_shard;
    threads->session = session;
    threads->at_step = (uint64_t)facts.step;
    threads->n_task = count_tasks(n_shard, wanted);
    threads->shards_per_task = n_shard / threads->n_task;
    threads->n_grad = gf_session_n_grad(session);
    pthread_mutex_init(&threads->lock, NULL);
    pthread_cond_init(&threads->begin, NULL);
    pthread_cond_init(&threads->done, NULL);
    for (size_t i = 0; wanted > 1 && i < threads->n_task; i++) {
        threads->grad[i] = gf_arena_array(&arena, threads->n_grad, sizeof(float));
    }
    threads->arena = arena; /* `threads` itself lives in it */
    bool complete = !arena.failed;
    if (!complete) {
        gf_fail(err, GF_E_no_memory_for_threads, n_threads);
    }
    while (complete && threads->n_worker + 1 < wanted) {
        complete = add_worker(threads, make, data, err);
    }
    if (!complete) {
        cli_threads_free(threads);
        return NULL;
    }
    return threads;
}

void cli_threads_free(struct cli_threads *threads)
{
    if (!threads) return;
    pthread_mutex_lock(&threads->lock);
    threads->quit = true;
    pthread_cond_broadcast(&threads->begin);
    pthread_mutex_unlock(&threads->lock);
    for (size_t i = 0; i < threads->n_worker; i++) {
        pthread_join(threads->workers[i].thread, NULL);
        gf_session_free(threads->workers[i].session);
    }
    pthread_cond_destroy(&threads->done);
    pthread_cond_destroy(&threads->begin);
    pthread_mutex_destroy(&threads->lock);
    struct gf_arena arena = threads->arena;
    gf_arena_free(&arena);
}
