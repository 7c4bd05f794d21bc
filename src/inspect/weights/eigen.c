/* SPDX-License-Identifier: MIT */
#include "inspect/weights/eigen.h"

#include <string.h>

#include "base/maths.h"
#include "base/rng.h"

/* ---- eigenvalues of any real matrix ------------------------------------------------- */

struct complex {
    double re, im;
};

static struct complex minus(struct complex a, struct complex b)
{
    return (struct complex){a.re - b.re, a.im - b.im};
}

static struct complex times(struct complex a, struct complex b)
{
    return (struct complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static double size_of(struct complex a)
{
    return gf_sqrt(a.re * a.re + a.im * a.im);
}

static double magnitude(double x)
{
    return x < 0 ? -x : x;
}

/* The square root with a nonnegative real part. */
static struct complex square_root(struct complex a)
{
    double r = gf_sqrt((size_of(a) + magnitude(a.re)) / 2);
    if (r == 0) return (struct complex){0, 0};
    double other = a.im / (2 * r);
    return a.re >= 0 ? (struct complex){r, other}
                     : (struct complex){magnitude(other), a.im >= 0 ? r : -r};
}

static void swap(double *a, double *b)
{
    double was = *a;
    *a = *b;
    *b = was;
}

/* Similar to a, and zero below the first subdiagonal: Gauss transforms with pivoting. */
static void to_hessenberg(double *a, size_t n)
{
    for (size_t k = 1; k + 1 < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++) {
            bool larger = magnitude(a[i * n + k - 1]) > magnitude(a[pivot * n + k - 1]);
            pivot = larger ? i : pivot;
        }
        for (size_t j = 0; j < n; j++) swap(&a[k * n + j], &a[pivot * n + j]);
        for (size_t j = 0; j < n; j++) swap(&a[j * n + k], &a[j * n + pivot]);
        for (size_t i = k + 1; i < n && a[k * n + k - 1] != 0; i++) {
            double f = a[i * n + k - 1] / a[k * n + k - 1];
            for (size_t j = 0; j < n; j++) a[i * n + j] -= f * a[k * n + j];
            for (size_t j = 0; j < n; j++) a[j * n + k] += f * a[j * n + i];
        }
    }
}

/* The eigenvalue of the last 2 x 2 block [lo .. hi] that is closer to its corner. */
static struct complex corner_eigenvalue(const struct complex *h, size_t n, size_t hi)
{
    struct complex a = h[(hi - 1) * n + hi - 1], b = h[(hi - 1) * n + hi];
    struct complex c = h[hi * n + hi - 1], d = h[hi * n + hi];
    struct complex half = {(a.re - d.re) / 2, (a.im - d.im) / 2};
    struct complex bc = times(b, c), square = times(half, half);
    struct complex root =
        square_root((struct complex){square.re + bc.re, square.im + bc.im});
    struct complex middle = {(a.re + d.re) / 2, (a.im + d.im) / 2};
    struct complex up = {middle.re + root.re, middle.im + root.im};
    struct complex down = minus(middle, root);
    return size_of(minus(up, d)) <= size_of(minus(down, d)) ? up : down;
}

/* One step H - s = Q R, H := R Q + s on rows and columns lo .. hi, by rotations
 * [c, s; -conj(s), c] with c real. */
static void qr_step(struct complex *h, size_t n, size_t lo, size_t hi,
                    struct complex shift, struct complex *sines, double *cosines)
{
    for (size_t i = lo; i <= hi; i++) h[i * n + i] = minus(h[i * n + i], shift);
    for (size_t k = lo; k < hi; k++) {
        struct complex *top = h + k * n, *low = h + (k + 1) * n;
        double x = size_of(top[k]), y = size_of(low[k]), r = gf_sqrt(x * x + y * y);
        /* c = |x| / r and s = (x / |x|) conj(y) / r make the lower element 0. */
        struct complex phase = {x > 0 ? top[k].re / x : 1, x > 0 ? top[k].im / x : 0};
        struct complex conj = {low[k].re, -low[k].im}, s = times(phase, conj);
        double c = r > 0 ? x / r : 1;
        s = (struct complex){r > 0 ? s.re / r : 0, r > 0 ? s.im / r : 0};
        cosines[k] = c;
        sines[k] = s;
        for (size_t j = k; j <= hi; j++) {
            struct complex t = top[j], u = low[j], su = times(s, u);
            struct complex back = times((struct complex){s.re, -s.im}, t);
            top[j] = (struct complex){c * t.re + su.re, c * t.im + su.im};
            low[j] = (struct complex){c * u.re - back.re, c * u.im - back.im};
        }
    }
    for (size_t k = lo; k < hi; k++) {
        double c = cosines[k];
        struct complex s = sines[k], conj = {s.re, -s.im};
        for (size_t i = lo; i <= (k + 1 < hi ? k + 1 : hi); i++) {
            struct complex *left = h + i * n + k, *right = left + 1;
            struct complex t = *left, u = *right, cu = times(conj, u), st = times(s, t);
            *left = (struct complex){c * t.re + cu.re, c * t.im + cu.im};
            *right = (struct complex){c * u.re - st.re, c * u.im - st.im};
        }
    }
    for (size_t i = lo; i <= hi; i++) {
        h[i * n + i].re += shift.re;
        h[i * n + i].im += shift.im;
    }
}

/* First row of the unreduced block that ends in hi. */
static size_t block_start(struct complex *h, size_t n, size_t hi)
{
    size_t lo = hi;
    for (; lo > 0; lo--) {
        double around = size_of(h[lo * n + lo]) + size_of(h[(lo - 1) * n + lo - 1]);
        if (size_of(h[lo * n + lo - 1]) <= 0x1p-52 * around) {
            h[lo * n + lo - 1] = (struct complex){0, 0};
            break;
        }
    }
    return lo;
}

/* Two or three steps per eigenvalue are usual. */
#define MAX_STEPS 60

bool gf_eigenvalues(double *a, size_t n, double *re, double *im, double *work)
{
    struct complex *h = (struct complex *)work, *sines = h + n * n;
    double *cosines = (double *)(sines + n);
    to_hessenberg(a, n);
    for (size_t i = 0; i < n * n; i++) {
        bool below = i / n > i % n + 1;
        h[i] = (struct complex){below ? 0 : a[i], 0};
    }
    size_t steps = 0;
    for (size_t left = n; left > 0;) {
        size_t hi = left - 1, lo = block_start(h, n, hi);
        if (lo == hi) {
            re[hi] = h[hi * n + hi].re;
            im[hi] = h[hi * n + hi].im;
            left--;
            steps = 0;
            continue;
        }
        if (++steps > MAX_STEPS) return false;
        struct complex shift = corner_eigenvalue(h, n, hi);
        if (steps % 10 == 0) { /* out of a cycle */
            shift.re += size_of(h[hi * n + hi - 1]);
        }
        qr_step(h, n, lo, hi, shift, sines, cosines);
    }
    return true;
}

/* ---- principal directions ------------------------------------------------------------ */

static double norm(const double *row, size_t width)
{
    double sum = 0;
    for (size_t c = 0; c < width; c++) sum += row[c] * row[c];
    return gf_sqrt(sum);
}

/* What is left of a row that lies in the span of others has this share of it, by rounding. */
#define ROUNDING 1e-12

/* Orthonormalises the rows of v [GF_SUBSPACE][width], twice: once is not enough for nearly
 * parallel rows. Rows in the span of those before become 0. */
static void orthonormalise(double *v, size_t width)
{
    for (size_t i = 0; i < GF_SUBSPACE; i++) {
        double *row = v + i * width, least = ROUNDING * norm(row, width);
        for (int pass = 0; pass < 2; pass++) {
            for (size_t k = 0; k < i; k++) {
                double dot = 0;
                for (size_t c = 0; c < width; c++) dot += row[c] * v[k * width + c];
                for (size_t c = 0; c < width; c++) row[c] -= dot * v[k * width + c];
            }
        }
        double left = norm(row, width);
        for (size_t c = 0; c < width; c++) row[c] = left > least ? row[c] / left : 0;
    }
}

/* p [GF_SUBSPACE][n] = v x^T */
static void project(const double *v, const double *x, size_t n, size_t width, double *p)
{
    for (size_t i = 0; i < GF_SUBSPACE; i++) {
        for (size_t r = 0; r < n; r++) {
            double dot = 0;
            for (size_t c = 0; c < width; c++)
                dot += v[i * width + c] * x[r * width + c];
            p[i * n + r] = dot;
        }
    }
}

/* v = p x */
static void unproject(const double *p, const double *x, size_t n, size_t width,
                      double *v)
{
    memset(v, 0, GF_SUBSPACE * width * sizeof *v);
    for (size_t i = 0; i < GF_SUBSPACE; i++) {
        for (size_t r = 0; r < n; r++) {
            for (size_t c = 0; c < width; c++) {
                v[i * width + c] += p[i * n + r] * x[r * width + c];
            }
        }
    }
}

/* One Jacobi rotation of the symmetric g, its vectors following (rows of w). */
static void rotate(double *g, double *w, size_t i, size_t j)
{
    const size_t m = GF_SUBSPACE;
    double apart = (g[j * m + j] - g[i * m + i]) / (2 * g[i * m + j]);
    double t = (apart >= 0 ? 1 : -1) / (magnitude(apart) + gf_sqrt(apart * apart + 1));
    double c = 1 / gf_sqrt(t * t + 1), s = t * c;
    for (size_t k = 0; k < m; k++) {
        double a = g[k * m + i], b = g[k * m + j];
        g[k * m + i] = c * a - s * b;
        g[k * m + j] = s * a + c * b;
    }
    for (size_t k = 0; k < m; k++) {
        double a = g[i * m + k], b = g[j * m + k], u = w[i * m + k], v = w[j * m + k];
        g[i * m + k] = c * a - s * b;
        g[j * m + k] = s * a + c * b;
        w[i * m + k] = c * u - s * v;
        w[j * m + k] = s * u + c * v;
    }
}

/* Eigenvectors (rows of w) and values (diagonal of g) of a small symmetric matrix. */
static void jacobi(double *g, double *w)
{
    const size_t m = GF_SUBSPACE;
    for (size_t i = 0; i < m * m; i++) w[i] = i % (m + 1) == 0;
    for (int sweep = 0; sweep < 12; sweep++) { /* converges in about 5 */
        for (size_t i = 0; i < m; i++) {
            for (size_t j = i + 1; j < m; j++) {
                if (magnitude(g[i * m + j]) > 1e-300) rotate(g, w, i, j);
            }
        }
    }
}

/* Iterations: the error of the plane shrinks by (7th / 2nd variance) each time. */
#define ITERATIONS 100

static void pick(const double *p, const double *w, size_t row, size_t n, size_t axis,
                 double *y)
{
    size_t far = 0;
    for (size_t r = 0; r < n; r++) {
        double sum = 0;
        for (size_t k = 0; k < GF_SUBSPACE; k++) {
            sum += w[row * GF_SUBSPACE + k] * p[k * n + r];
        }
        y[2 * r + axis] = sum;
        far = magnitude(sum) > magnitude(y[2 * far + axis]) ? r : far;
    }
    double sign = y[2 * far + axis] < 0 ? -1 : 1;
    for (size_t r = 0; r < n; r++) y[2 * r + axis] *= sign;
}

void gf_principal(const double *x, size_t n, size_t width, double *y, double share[2],
                  double *work)
{
    const size_t m = GF_SUBSPACE;
    double *v = work, *p = v + m * width, *g = p + m * n, *w = g + m * m, all = 0;
    struct gf_rng key = gf_rng_key(1, GF_RNG_TASK, 1);
    for (size_t i = 0; i < m * width; i++) {
        v[i] = (double)gf_rng_uniform(key, (uint32_t)i) - 0.5;
    }
    for (int i = 0; i < ITERATIONS; i++) {
        orthonormalise(v, width);
        project(v, x, n, width, p);
        unproject(p, x, n, width, v);
    }
    orthonormalise(v, width);
    project(v, x, n, width, p);
    for (size_t i = 0; i < m * m; i++) {
        g[i] = 0;
        for (size_t r = 0; r < n; r++) g[i] += p[i / m * n + r] * p[i % m * n + r];
    }
    jacobi(g, w);
    for (size_t i = 0; i < n * width; i++) all += x[i] * x[i];
    size_t first = 0, second;
    for (size_t i = 1; i < m; i++)
        first = g[i * m + i] > g[first * m + first] ? i : first;
    second = first == 0;
    for (size_t i = 0; i < m; i++) {
        second = i != first && g[i * m + i] > g[second * m + second] ? i : second;
    }
    share[0] = all > 0 ? g[first * m + first] / all : 0;
    share[1] = all > 0 ? g[second * m + second] / all : 0;
    pick(p, w, first, n, 0, y);
    pick(p, w, second, n, 1, y);
}

/* The best rotation has angle atan2(b - c, a + d) for M = y^T to = [a b; c d], the best
 * mirror image atan2(b + c, a - d); the longer of the two vectors wins. */
void gf_align(double *y, const double *to, size_t n)
{
    double a = 0, b = 0, c = 0, d = 0;
    for (size_t r = 0; r < n; r++) {
        a += y[2 * r] * to[2 * r];
        b += y[2 * r] * to[2 * r + 1];
        c += y[2 * r + 1] * to[2 * r];
        d += y[2 * r + 1] * to[2 * r + 1];
    }
    double turn = (a + d) * (a + d) + (b - c) * (b - c);
    double flip = (a - d) * (a - d) + (b + c) * (b + c);
    bool mirrored = flip > turn;
    double length = gf_sqrt(mirrored ? flip : turn);
    if (!(length > 0)) return;
    double cosine = (mirrored ? a - d : a + d) / length;
    double sine = (mirrored ? b + c : b - c) / length;
    for (size_t r = 0; r < n; r++) {
        double u = y[2 * r], v = mirrored ? -y[2 * r + 1] : y[2 * r + 1];
        y[2 * r] = cosine * u - sine * v;
        y[2 * r + 1] = sine * u + cosine * v;
    }
}
