/* Data-parallel steps: the shards of a step are cut in subtrees of the gradient's tree
 * sum; threads take subtrees as they get free, and one adds them up as the tree demands.
 * Who computed what, and when, cannot change a bit.
 *
 *      weights -> every thread          (at its own start of the step)
 *      subtree gradients, in parallel   task 0 | task 1 | … | task n - 1
 *      tree sum, clip, AdamW            (in the thread that called)
 *
 * SPDX-License-Identifier: MIT */
#include "cli/threads.h"

#include <pthread.h>

struct member {
    struct cli_crew *crew;
    struct gf_lab *lab;
    pthread_t thread;
};

struct cli_crew {
    struct gf_arena arena;
    struct gf_lab *lab; /* borrowed: has the weights and the optimizer */
    struct member members[CLI_MAX_THREADS - 1];
    size_t n_member; /* threads besides the caller's */

    size_t n_task, shards_per_task, n_grad;
    float *grad[GF_MAX_SHARDS];
    double loss[GF_MAX_SHARDS];

    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    uint64_t step;    /* number of the step that the members should help with */
    uint64_t at_step; /* optimizer step of the weights */
    size_t next_task, busy;
    bool quit;
    enum gf_status status; /* of the first task that failed */
    struct gf_error err;
};

/* ---- tasks ------------------------------------------------------------------------- */

/* The number of a task nobody has taken, or n_task. */
static size_t take_task(struct cli_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    size_t task = crew->next_task < crew->n_task ? crew->next_task++ : crew->n_task;
    pthread_mutex_unlock(&crew->lock);
    return task;
}

static void work(struct cli_crew *crew, struct gf_lab *lab)
{
    size_t task;
    while ((task = take_task(crew)) < crew->n_task) {
        struct gf_error err = {0};
        size_t first = task * crew->shards_per_task;
        enum gf_status status =
            gf_lab_gradient(lab, first, first + crew->shards_per_task, crew->grad[task],
                            &crew->loss[task], &err);
        if (status != GF_OK) {
            pthread_mutex_lock(&crew->lock);
            crew->status = status;
            crew->err = err;
            pthread_mutex_unlock(&crew->lock);
        }
    }
}

static void *member_main(void *data)
{
    struct member *member = data;
    struct cli_crew *crew = member->crew;
    uint64_t seen = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (!crew->quit && crew->step == seen) {
            pthread_cond_wait(&crew->begin, &crew->lock);
        }
        if (crew->quit) {
            break;
        }
        seen = crew->step;
        uint64_t at_step = crew->at_step;
        pthread_mutex_unlock(&crew->lock);
        gf_lab_set_weights(member->lab, gf_lab_weights(crew->lab), at_step);
        work(crew, member->lab);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0) {
            pthread_cond_signal(&crew->done);
        }
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* ---- a step ------------------------------------------------------------------------ */

/* Pairs of neighbours, then pairs of pairs: the upper part of the tree. */
static double tree_sum(struct cli_crew *crew)
{
    for (size_t step = 1; step < crew->n_task; step *= 2) {
        for (size_t i = 0; i < crew->n_task; i += 2 * step) {
            float *left = crew->grad[i];
            const float *right = crew->grad[i + step];
            for (size_t k = 0; k < crew->n_grad; k++) {
                left[k] += right[k];
            }
            crew->loss[i] += crew->loss[i + step];
        }
    }
    return crew->loss[0];
}

enum gf_status cli_crew_step(struct cli_crew *crew, struct gf_progress *progress,
                             struct gf_error *err)
{
    if (crew->n_member == 0) {
        return gf_lab_step(crew->lab, progress, err);
    }
    pthread_mutex_lock(&crew->lock);
    crew->step++;
    crew->next_task = 0;
    crew->busy = crew->n_member;
    crew->status = GF_OK;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->lock);

    work(crew, crew->lab);

    pthread_mutex_lock(&crew->lock);
    while (crew->busy > 0) {
        pthread_cond_wait(&crew->done, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    if (crew->status != GF_OK) {
        *err = crew->err;
        return crew->status;
    }
    double loss = tree_sum(crew);
    enum gf_status status = gf_lab_apply(crew->lab, crew->grad[0], loss, progress, err);
    crew->at_step = progress->step;
    return status;
}

/* ---- life -------------------------------------------------------------------------- */

/* Two, four and eight threads take one subtree each; with other counts the shards are
 * handed out one by one, so that nobody waits for more than one. */
static size_t count_tasks(size_t n_shard, size_t n_threads)
{
    bool power_of_two = (n_threads & (n_threads - 1)) == 0;
    return power_of_two && n_threads < n_shard ? n_threads : n_shard;
}

static bool add_member(struct cli_crew *crew, cli_lab_maker *make, const void *data,
                       struct gf_error *err)
{
    struct member *member = &crew->members[crew->n_member];
    *member = (struct member){.crew = crew, .lab = make(data, err)};
    if (!member->lab) {
        return false;
    }
    if (pthread_create(&member->thread, NULL, member_main, member) != 0) {
        gf_lab_free(member->lab);
        gf_fail(err, GF_OUT_OF_MEMORY, "The system allows no further thread.");
        return false;
    }
    crew->n_member++;
    return true;
}

struct cli_crew *cli_crew_new(struct gf_lab *lab, int n_threads, cli_lab_maker *make,
                              const void *data, struct gf_error *err)
{
    struct gf_arena arena = {0};
    struct cli_facts facts;
    struct cli_crew *crew = gf_arena_alloc(&arena, sizeof *crew);
    if (!crew || cli_facts(lab, &arena, &facts, err) != GF_OK) {
        gf_fail(err, GF_OUT_OF_MEMORY, "There is not enough memory.");
        gf_arena_free(&arena);
        return NULL;
    }
    size_t n_shard = (size_t)facts.n_shard, wanted = (size_t)n_threads;
    wanted = wanted < n_shard ? wanted : n_shard;
    crew->lab = lab;
    crew->at_step = (uint64_t)facts.step;
    crew->n_task = count_tasks(n_shard, wanted);
    crew->shards_per_task = n_shard / crew->n_task;
    crew->n_grad = gf_lab_n_grad(lab);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begin, NULL);
    pthread_cond_init(&crew->done, NULL);
    for (size_t i = 0; wanted > 1 && i < crew->n_task; i++) {
        crew->grad[i] = gf_arena_array(&arena, crew->n_grad, sizeof(float));
    }
    crew->arena = arena; /* the crew lives in its own arena */
    bool complete = !arena.failed;
    if (!complete) {
        gf_fail(err, GF_OUT_OF_MEMORY, "There is not enough memory for %i threads.",
                n_threads);
    }
    while (complete && crew->n_member + 1 < wanted) {
        complete = add_member(crew, make, data, err);
    }
    if (!complete) {
        cli_crew_free(crew);
        return NULL;
    }
    return crew;
}

void cli_crew_free(struct cli_crew *crew)
{
    if (!crew) {
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->quit = true;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->lock);
    for (size_t i = 0; i < crew->n_member; i++) {
        pthread_join(crew->members[i].thread, NULL);
        gf_lab_free(crew->members[i].lab);
    }
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->begin);
    pthread_mutex_destroy(&crew->lock);
    struct gf_arena arena = crew->arena;
    gf_arena_free(&arena);
}
