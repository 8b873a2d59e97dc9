import { webcrypto } from 'node:crypto';
import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with what every browser has and jsdom does not: fetch and its kin, encoders, streams, matchMedia, scrolling. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { window } = this.dom;
    const missing = { fetch, Request, Response, Headers, TextEncoder, TextDecoder, ReadableStream, TransformStream, WritableStream, BroadcastChannel, structuredClone };
    for (const [name, value] of Object.entries(missing)) this.global[name] ??= value;
    this.global.Uint8Array = Uint8Array;
    Object.defineProperty(this.global, 'crypto', { value: webcrypto, configurable: true });
    // Node's Request takes no other signal than Node's.
    Object.assign(this.global, { AbortController, AbortSignal });
    window.matchMedia ??= (query) => {
      const least = Number(/min-width:\s*([\d.]+)em/.exec(query)?.[1] ?? Infinity) * 16;
      return { matches: window.innerWidth >= least, media: query, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} };
    };
    window.scrollTo = () => {};
    window.Element.prototype.scrollIntoView ??= () => {};
    window.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  }
}
