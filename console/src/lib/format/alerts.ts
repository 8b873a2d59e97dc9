import { useSyncExternalStore } from 'react';
import { forgetWithPerson } from '../session/sign-out.ts';

/** Specification 1, section 9. */
const DISMISS_MS = 5000;
/** After so long, an alert with an action leaves with the screen that it was shown on. */
const MIN_ACTION_MS = 15_000;
const CLOSE_MS = 200;

/** An action of an alert, such as undo; the alert closes with it. */
export interface AlertAction {
  label: string;
  onPress: () => unknown;
}

export interface AlertContent {
  type: 'success' | 'warning' | 'error';
  title: string;
  subtitle?: string;
  action?: AlertAction;
  /**
   * Closes by itself after five seconds, unless this is false. With an action it waits for an answer, and leaves at the
   * earliest with the next screen.
   */
  autoDismiss?: boolean;
}

export interface ShownAlert extends AlertContent {
  id: string;
  closing?: boolean;
}

let shown: readonly ShownAlert[] = [];
let held = false;
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function put(next: readonly ShownAlert[]) {
  shown = next;
  listeners.forEach((listener) => listener());
}

forgetWithPerson(() => put([]));

function start(alert: ShownAlert) {
  clearTimeout(timers.get(alert.id));
  timers.delete(alert.id);
  if (alert.autoDismiss === false || held) return;
  timers.set(
    alert.id,
    alert.action
      ? setTimeout(() => timers.delete(alert.id), MIN_ACTION_MS)
      : setTimeout(() => closeAlert(alert.id), DISMISS_MS),
  );
}

/** Closes the alerts with an action that have been shown long enough, since another screen has opened. */
export function closeEarlierPrompts(): void {
  for (const { id, action, closing, autoDismiss } of shown)
    if (action && !closing && autoDismiss !== false && !held && !timers.has(id)) closeAlert(id);
}

/** Shows an alert at the top right. A second one with the same type and title only extends the time of the first. */
export function showAlert(content: AlertContent): void {
  const alert: ShownAlert = { ...content, id: `${content.type}:${content.title}` };
  const place = shown.findIndex(({ id }) => id === alert.id);
  put(place < 0 ? [...shown, alert] : shown.with(place, alert));
  start(alert);
}

/** Closes an alert; it is removed after its transition. */
export function closeAlert(id: string): void {
  clearTimeout(timers.get(id));
  put(shown.map((alert) => (alert.id === id ? { ...alert, closing: true } : alert)));
  timers.set(
    id,
    setTimeout(() => put(shown.filter((alert) => alert.id !== id || !alert.closing)), CLOSE_MS),
  );
}

/** Stops alerts from closing by themselves while one is being read. */
export function holdAlerts(hold: boolean): void {
  held = hold;
  for (const alert of shown) if (!alert.closing) start(alert);
}

export function useAlerts(): readonly ShownAlert[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
