import { type FocusEvent, type FormEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageLines } from '../../api/errors';
import { type Rule, required } from '../../lib/validation';
import { toast } from '../toast/toast';

type Rules<V> = { [K in keyof V]?: readonly Rule<V[K]>[] };
type Labels<V> = { [K in keyof V]: string };

export interface FormOptions<V> {
  initial: V;
  /** Translated labels. The warning for an invalid form lists them. */
  labels: Labels<V>;
  rules?: Rules<V>;
}

export interface FieldProps<T> {
  label: string;
  name: string;
  value: T;
  onChange: (value: T) => void;
  onBlur: (event?: FocusEvent) => void;
  error: string | undefined;
  required: boolean;
}

export interface Form<V> {
  values: V;
  dirty: boolean;
  busy: boolean;
  /** Errors from the server that belong to no field. */
  problems: string[];
  field: <K extends keyof V & string>(name: K) => FieldProps<V[K]>;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  /** Discards the changes. If values are given, they become the saved values. */
  reset: (values?: V) => void;
  /**
   * Returns the form's submit handler. It marks all fields as touched, then either warns about invalid fields or saves and
   * shows the server's errors.
   */
  submit: (save: (values: V) => Promise<void>) => (event?: FormEvent) => Promise<void>;
}

/** An error that a save throws to reject the form with a translated message. */
export class FormRefusal extends Error {}

/**
 * The values and errors of a form. The error of a field is shown once the field has lost the focus or the form was submitted.
 */
export function useForm<V extends object>({ initial, labels, rules }: FormOptions<V>): Form<V> {
  const { t } = useTranslation();
  const [saved, setSaved] = useState(initial);
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<Partial<Record<keyof V, boolean>>>({});
  const [refused, setRefused] = useState<{ fields: Partial<Record<keyof V, string>>; rest: string[] }>(
    NOTHING,
  );
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const errors = useMemo(() => {
    const found: Partial<Record<keyof V, string>> = {};
    for (const name of Object.keys(labels) as (keyof V)[]) {
      const broken = firstBroken(rules?.[name], values[name]);
      if (broken) found[name] = t(broken.key, broken.values ?? {});
    }
    return found;
  }, [labels, rules, values, t]);

  const set: Form<V>['set'] = (name, value) => {
    setValues((current) => ({ ...current, [name]: value }));
    setRefused((current) => ({ rest: [], fields: { ...current.fields, [name]: undefined } }));
  };

  const submit: Form<V>['submit'] = (save) => async (event) => {
    event?.preventDefault();
    if (running.current) return;
    const names = Object.keys(labels) as (keyof V)[];
    setTouched(Object.fromEntries(names.map((name) => [name, true])) as Partial<Record<keyof V, boolean>>);
    const wrong = names.filter((name) => errors[name] !== undefined);
    if (wrong.length > 0) {
      toast.formWarning(
        t('ui.form.correct', { count: wrong.length }),
        wrong.map((name) => labels[name]),
      );
      goTo(wrong[0]);
      return;
    }
    running.current = true;
    setBusy(true);
    setRefused(NOTHING);
    try {
      await save(values);
    } catch (error) {
      const refusal = sortRefusal(error, labels, t('problem.generic'));
      setRefused(refusal);
      goTo(Object.keys(refusal.fields)[0]);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return {
    values,
    busy,
    dirty: JSON.stringify(values) !== JSON.stringify(saved),
    problems: refused.rest,
    set,
    submit,
    reset: (next) => {
      const to = next ?? saved;
      setSaved(to);
      setValues(to);
      setTouched({});
      setRefused(NOTHING);
    },
    field: (name) => ({
      label: labels[name],
      name,
      value: values[name],
      onChange: (value) => set(name, value),
      onBlur: (event) => {
        if (values[name] !== '' && !leavesToSubmit(event))
          setTouched((current) => ({ ...current, [name]: true }));
      },
      error: refused.fields[name] ?? (touched[name] ? errors[name] : undefined),
      required: (rules?.[name] as readonly unknown[] | undefined)?.includes(required) ?? false,
    }),
  };
}

/** An error that appears on blur would move the submit button away from the pointer before it is released. */
function leavesToSubmit(event: FocusEvent | undefined): boolean {
  const to = event?.relatedTarget;
  return to instanceof HTMLButtonElement && to.type === 'submit';
}

/** Focuses the first invalid field and scrolls it into view. */
function goTo(name: PropertyKey | undefined): void {
  if (typeof name !== 'string') return;
  const field = document.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  // A select keeps its value in a hidden input after the visible one.
  const shown = field?.type === 'hidden' ? field.previousElementSibling?.querySelector('input') : field;
  shown?.focus();
}

const NOTHING = { fields: {}, rest: [] };

function firstBroken<T>(rules: readonly Rule<T>[] | undefined, value: T) {
  for (const rule of rules ?? []) {
    const broken = rule(value);
    if (broken) return broken;
  }
  return null;
}

/** Assigns the server's messages to their fields. Messages without a field are shown at the top of the form. */
function sortRefusal<V extends object>(error: unknown, labels: Labels<V>, generic: string) {
  if (error instanceof FormRefusal) return { fields: {}, rest: [error.message] };
  if (!(error instanceof ApiError)) return { fields: {}, rest: [generic] };
  const fields: Partial<Record<keyof V, string>> = {};
  const elsewhere: [path: string, messages: string[]][] = [];
  for (const [path, messages] of Object.entries(error.fields)) {
    const name = fieldOf(path, labels);
    if (name === undefined) elsewhere.push([path, messages]);
    else fields[name] = messages.join(' ');
  }
  // The server repeats a field's message under the name of the resource, for clients without field errors.
  const told = Object.values(fields).join(' ');
  const rest = elsewhere.flatMap(([path, messages]) =>
    messageLines({ [path]: messages.filter((message) => !told.includes(message)) }),
  );
  if (rest.length === 0 && told === '') rest.push(generic);
  return { fields, rest };
}

/** Returns the field for a path in the server's response: the longest suffix of the path that is a field of this form. */
function fieldOf<V extends object>(path: string, labels: Labels<V>): keyof V | undefined {
  const parts = path.split('.');
  const ends = parts.map((_, start) => parts.slice(start).join('.'));
  return ends.find((end) => end in labels) as keyof V | undefined;
}
