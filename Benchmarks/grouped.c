/* What SQLite itself can commit: the rows that POST /payments writes, so many of them a commit, as durable as the
 * gateway writes them (WAL, synchronous=FULL). usage: grouped FILE GROUP SECONDS */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run(sqlite3 *db, const char *sql) {
    char *error = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", sql, error);
        exit(1);
    }
}

int main(int argc, char **argv) {
    sqlite3 *db;
    sqlite3_stmt *payment, *key;
    static char document[900], answer[1100];
    long rows = 0, group = argc > 2 ? atol(argv[2]) : 64;
    double seconds = argc > 3 ? atof(argv[3]) : 3, started;
    if (argc < 2 || sqlite3_open(argv[1], &db) != SQLITE_OK) return 1;
    memset(document, 'x', sizeof(document) - 1);
    memset(answer, 'y', sizeof(answer));
    run(db, "PRAGMA journal_mode = WAL");
    run(db, "PRAGMA synchronous = FULL");
    run(db, "CREATE TABLE payments (id TEXT NOT NULL UNIQUE, merchant TEXT, token TEXT NOT NULL UNIQUE,"
            " created INTEGER, due INTEGER, document TEXT)");
    run(db, "CREATE INDEX listed ON payments(merchant, created DESC, id DESC)");
    run(db, "CREATE INDEX due ON payments(due) WHERE due IS NOT NULL");
    run(db, "CREATE TABLE keys (scope TEXT, key TEXT, fingerprint BLOB, created INTEGER, answer BLOB,"
            " UNIQUE (scope, key))");
    run(db, "CREATE INDEX age ON keys(created)");
    sqlite3_prepare_v2(db, "INSERT INTO payments VALUES (?, 'mer_1', ?, ?, ?, ?)", -1, &payment, NULL);
    sqlite3_prepare_v2(db, "INSERT INTO keys VALUES ('scope', ?, zeroblob(32), ?, ?)", -1, &key, NULL);
    srandom(1);
    for (started = now(); now() - started < seconds;) {
        run(db, "BEGIN IMMEDIATE");
        for (long i = 0; i < group; i++, rows++) {
            char id[64], token[80];
            snprintf(id, sizeof(id), "trx_%08lx%08lx%08lx", random(), random(), rows);
            snprintf(token, sizeof(token), "%08lx%08lx%08lx%08lx", random(), random(), random(), rows);
            sqlite3_bind_text(payment, 1, id, -1, SQLITE_TRANSIENT);
            sqlite3_bind_text(payment, 2, token, -1, SQLITE_TRANSIENT);
            sqlite3_bind_int64(payment, 3, rows);
            sqlite3_bind_int64(payment, 4, rows + 1000);
            sqlite3_bind_text(payment, 5, document, -1, SQLITE_STATIC);
            sqlite3_bind_text(key, 1, token, -1, SQLITE_TRANSIENT);
            sqlite3_bind_int64(key, 2, rows);
            sqlite3_bind_blob(key, 3, answer, sizeof(answer), SQLITE_STATIC);
            if (sqlite3_step(payment) != SQLITE_DONE || sqlite3_step(key) != SQLITE_DONE) return 1;
            sqlite3_reset(payment);
            sqlite3_reset(key);
        }
        run(db, "COMMIT");
    }
    printf("%.0f\n", (double)rows / (now() - started));
    return 0;
}
