// What the server puts in front of the service worker.

/** internal/web/public: serviceWorker (install.go) */
interface ServiceWorkerGlobalScope {
  readonly builtFiles: string[];
}
