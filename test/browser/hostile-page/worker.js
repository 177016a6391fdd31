// What a service worker would do with the address that it keeps.
self.addEventListener('fetch', (event) => event.respondWith(new Response('owned')));
