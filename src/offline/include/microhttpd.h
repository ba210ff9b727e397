/* The part of libmicrohttpd that the table uses, without a network: a connection is one request that the page
   has sent to us, and what is queued as its response goes back to it (door.c). The names are libmicrohttpd's,
   so that src/table is the same file for both. */
#ifndef OFFLINE_MICROHTTPD_H
#define OFFLINE_MICROHTTPD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

struct MHD_Connection;
struct MHD_Response;
struct MHD_Daemon;
enum MHD_Result { MHD_NO, MHD_YES };
enum MHD_ValueKind { MHD_HEADER_KIND, MHD_COOKIE_KIND, MHD_GET_ARGUMENT_KIND };
enum MHD_ResponseMemoryMode { MHD_RESPMEM_MUST_COPY, MHD_RESPMEM_MUST_FREE };
enum MHD_RequestTerminationCode { MHD_REQUEST_TERMINATED_COMPLETED_OK };
enum MHD_ConnectionNotificationCode { MHD_CONNECTION_NOTIFY_STARTED, MHD_CONNECTION_NOTIFY_CLOSED };
enum MHD_ConnectionInfoType { MHD_CONNECTION_INFO_CLIENT_ADDRESS };
union MHD_ConnectionInfo {
	const struct sockaddr *client_addr;
};
typedef enum MHD_Result (
	*MHD_KeyValueIterator)(void *cls, enum MHD_ValueKind kind, const char *name, const char *value);

const char *MHD_lookup_connection_value(struct MHD_Connection *c, enum MHD_ValueKind kind, const char *name);
int MHD_get_connection_values(struct MHD_Connection *c, enum MHD_ValueKind kind, MHD_KeyValueIterator each,
	void *cls);
const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *c,
	enum MHD_ConnectionInfoType what, ...);
void MHD_suspend_connection(struct MHD_Connection *c);
void MHD_resume_connection(struct MHD_Connection *c);
struct MHD_Response *MHD_create_response_from_buffer(size_t n, void *bytes, enum MHD_ResponseMemoryMode mode);
void MHD_destroy_response(struct MHD_Response *r);
enum MHD_Result MHD_add_response_header(struct MHD_Response *r, const char *name, const char *value);
enum MHD_Result MHD_del_response_header(struct MHD_Response *r, const char *name, const char *value);
const char *MHD_get_response_header(struct MHD_Response *r, const char *name);
enum MHD_Result MHD_queue_response(struct MHD_Connection *c, unsigned status, struct MHD_Response *r);

#endif
