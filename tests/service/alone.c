/* One service has a port and a store for itself. A second one on either of them says so and ends; it does not
   show the past of the first. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"

static char said[4096], log_path[100];

static void listen_to_it(void)
{
	int fd = open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd >= 0) dup2(fd, 2);
}

/* Whether a second one starts; what it said is in `said`. */
static bool starts(const char *store, const struct serving *with)
{
	struct service s;
	int status = 0;
	service_try(&s, store, with, listen_to_it);
	if (s.port) service_stop(&s, SIGTERM);
	else waitpid(s.pid, &status, 0);
	int fd = open(log_path, O_RDONLY);
	ssize_t n = fd >= 0 ? read(fd, said, sizeof said - 1) : 0;
	said[n > 0 ? n : 0] = 0;
	if (fd >= 0) close(fd);
	return s.port || WEXITSTATUS(status) != 1;
}

int main(void)
{
	struct service s;
	struct client c;
	char path[256], other[256], data[100];
	snprintf(log_path, sizeof log_path, "/tmp/fratelli_alone_%d", (int)getpid());
	small_data(data, sizeof data);
	store_path(path, sizeof path, "alone"), store_path(other, sizeof other, "other");
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	int port = s.port;
	verdict(!starts(path, &(struct serving){.data = data}) && strstr(said, "in use by another fratelli"),
		"a second service on the same store says so and ends: %s", said);
	verdict(!starts(other, &(struct serving){.data = data, .port = port}) && strstr(said, "cannot listen"),
		"one on the same port too: %s", said);
	client_meet(&c, port);
	verdict(c.status == 200, "the first one goes on");
	/* a connection that the server closes lingers on its port */
	verdict(service_stop(&s, SIGTERM) == 0, "it ends well");
	service_try(&s, path, &(struct serving){.data = data, .port = port}, NULL);
	verdict(s.port == port, "and can be had back at once on the same port and store");
	service_stop(&s, SIGKILL);
	service_try(&s, path, &(struct serving){.data = data, .port = port}, NULL);
	verdict(s.port == port, "after a kill too");
	client_leave(&c);
	service_stop(&s, SIGTERM);
	store_remove(path), store_remove(other), small_data_remove(data), unlink(log_path);
	return verdicts_end();
}
