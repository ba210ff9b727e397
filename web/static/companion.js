// Keeps a companion page for when there is no network: the newest one if it can be had soon, the kept one otherwise.
const KEPT = 'companions';

const fetched = async (request) => {
	const answer = await fetch(request, { cache: 'no-cache' });
	if (answer.ok) await (await caches.open(KEPT)).put(request.url.replace(/[?#].*/, ''), answer.clone());
	return answer;
};

self.addEventListener('install', (e) => e.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (e) =>
	e.waitUntil(
		self.clients.claim().then(() => fetched(new Request(self.registration.scope)).catch(() => undefined)),
	),
);
self.addEventListener('fetch', (e) => {
	if (e.request.method !== 'GET' || e.request.mode !== 'navigate') return;
	const kept = caches.match(e.request.url.replace(/[?#].*/, ''));
	const soon = fetched(e.request);
	const late = new Promise((done) => setTimeout(done, 2500)).then(() => kept).then((page) => page ?? soon);
	e.respondWith(Promise.race([soon, late]).catch(async () => (await kept) ?? Response.error()));
	e.waitUntil(soon.catch(() => undefined));
});
