// Keeps the whole page, so that it opens without a network. A new version is fetched beside the old one and takes its place when no tab has the old
// one open: a page that runs is never given files of another version.
const version = VERSION,
	files = FILES;

addEventListener('install', (e) =>
	e.waitUntil(
		caches.open(version).then((c) => c.addAll(files.map((f) => new Request(f, { cache: 'no-cache' })))),
	),
);
addEventListener('activate', (e) =>
	e.waitUntil(
		caches
			.keys()
			.then((all) =>
				Promise.all(
					all
						.filter((name) => name.startsWith('v-') && name !== version)
						.map((name) => caches.delete(name)),
				),
			),
	),
);
addEventListener('fetch', (e) => {
	const { request } = e,
		address = new URL(request.url);
	if (
		request.method !== 'GET' ||
		address.origin !== location.origin ||
		!request.url.startsWith(registration.scope)
	)
		return;
	e.respondWith(
		caches
			.open(version)
			.then((c) => c.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true }))
			.then((kept) => kept ?? fetch(request)),
	);
});
