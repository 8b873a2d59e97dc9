import { webcrypto } from 'node:crypto';
import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with browser features that it lacks: fetch and related classes, encoders, streams, matchMedia, scrolling. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { window } = this.dom;
    const missing = {
      fetch,
      Request,
      Response,
      Headers,
      TextEncoder,
      TextDecoder,
      ReadableStream,
      TransformStream,
      WritableStream,
      BroadcastChannel,
      structuredClone,
    };
    for (const [name, value] of Object.entries(missing)) this.global[name] ??= value;
    this.global.Uint8Array = Uint8Array;
    Object.defineProperty(this.global, 'crypto', { value: webcrypto, configurable: true });
    // Node's Request accepts only Node's own signals.
    Object.assign(this.global, { AbortController, AbortSignal });
    window.matchMedia ??= (query) => {
      const least = Number(/min-width:\s*([\d.]+)em/.exec(query)?.[1] ?? Infinity) * 16;
      return {
        matches: window.innerWidth >= least,
        media: query,
        addEventListener() {},
        removeEventListener() {},
        addListener() {},
        removeListener() {},
      };
    };
    // React warns about elements that jsdom does not know.
    const createElement = window.document.createElement.bind(window.document);
    window.document.createElement = (name, ...more) => {
      const element = createElement(name, ...more);
      if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
      return element;
    };
    // Without layout, popovers would be taken for out of sight, and hidden.
    Object.defineProperty(window.document.documentElement, 'clientWidth', {
      get: () => window.innerWidth,
      configurable: true,
    });
    Object.defineProperty(window.document.documentElement, 'clientHeight', {
      get: () => window.innerHeight,
      configurable: true,
    });
    window.Element.prototype.getBoundingClientRect = () => new window.DOMRect(8, 8, 8, 8);
    window.scrollTo = () => {};
    window.Element.prototype.scrollIntoView ??= () => {};
    window.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  }
}
