/** A file of kafkajs that has no types of its own, as far as it is used. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
  export default RequestQueue;
}
