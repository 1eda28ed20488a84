import { type FocusEvent, type FormEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageLines } from '../../api/errors';
import { type Rule, required } from '../../lib/validation';
import { toast } from '../toast/toast';

type Rules<V> = { [K in keyof V]?: readonly Rule<V[K]>[] };
type Labels<V> = { [K in keyof V]: string };

export interface FormOptions<V> {
  initial: V;
  /** Translated labels; the warning of an invalid form lists them. */
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
  /** What the server said that belongs to no field. */
  problems: string[];
  field: <K extends keyof V & string>(name: K) => FieldProps<V[K]>;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  /** Forgets changes; with values, these become the saved ones. */
  reset: (values?: V) => void;
  /** Handler of the form's submit: marks all touched, warns or saves, and shows what the server refused. */
  submit: (save: (values: V) => Promise<void>) => (event?: FormEvent) => Promise<void>;
}

/** Thrown by a save to say, in translated words, why it did not happen. */
export class FormRefusal extends Error {}

/** One form's values and errors. Errors show once a field was left or the form was submitted. */
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

/** An error that appears under the pointer would move the button away before it is released. */
function leavesToSubmit(event: FocusEvent | undefined): boolean {
  const to = event?.relatedTarget;
  return to instanceof HTMLButtonElement && to.type === 'submit';
}

/** Brings the first field to correct into view and puts the cursor there. */
function goTo(name: PropertyKey | undefined): void {
  if (typeof name !== 'string') return;
  const field = document.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  // A list to choose from keeps its value in a hidden field after the one that is seen.
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

/** Puts the server's messages at their fields, and keeps those of no field for the top of the form. */
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
  // Servers repeat a field's message under the thing's own name, for clients that know no fields.
  const told = Object.values(fields).join(' ');
  const rest = elsewhere.flatMap(([path, messages]) =>
    messageLines({ [path]: messages.filter((message) => !told.includes(message)) }),
  );
  if (rest.length === 0 && told === '') rest.push(generic);
  return { fields, rest };
}

/** The field that a path of the server means: the longest end of the path that is a field here. */
function fieldOf<V extends object>(path: string, labels: Labels<V>): keyof V | undefined {
  const parts = path.split('.');
  const ends = parts.map((_, start) => parts.slice(start).join('.'));
  return ends.find((end) => end in labels) as keyof V | undefined;
}
