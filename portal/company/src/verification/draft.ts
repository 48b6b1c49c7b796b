// The draft of a verification. It saves itself, and typed text stays until it is saved.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { answer } from '../../../shared/client.ts';
import type { Verification } from '../../../shared/portal-api.ts';
import { Problem } from '../../../shared/problem.ts';
import { useCompanyScope } from '../session.ts';

/** Saves after this time without typing. */
const IDLE_MS = 1_000;

/** The server checks these, so half of one would be refused: they are saved when the person leaves the field. */
const savedWhole: ReadonlySet<string> = new Set(['website', 'dateOfBirth']);

const nothing: ReadonlySet<string> = new Set();

type Values = Readonly<Record<string, string>>;

export type Draft = {
  /** The text of a field: as typed, else as saved. */
  valueOf(name: string): string;
  /** The server's message for the text of a field; undefined if it is not refused. */
  refusedOf(name: string): string | undefined;
  change(name: string, value: string): void;
  /** Saves all changes; false if some remain unsaved. */
  save(): Promise<boolean>;
  status: 'unchanged' | 'saving' | 'saved' | 'refused';
  /** The error of the last attempt, unless it is about single fields. */
  error: unknown;
};

/** Typed and refused texts; they outlive a render, because saving takes longer. */
type Held = {
  typed: Map<string, string>;
  refused: Map<string, string>;
  saved: Values;
  /** The last fields that the page got: it may get those of a save later than this. */
  shown: Values;
  everSaved: boolean;
  error: unknown;
};

/** Changed texts that are not saved; `skipped` are fields to leave out. Only typed fields count. */
const unsavedOf = ({ typed, saved }: Held, skipped = nothing): [name: string, text: string][] =>
  [...typed].flatMap(([name, text]) =>
    text.trim() === (saved[name] ?? '') || skipped.has(name) ? [] : [[name, text.trim()]],
  );

/** The draft of the shown verification; `onChanged` gets it as saved. */
export function useDraft(verification: Verification, onChanged: (now: Verification) => void): Draft {
  const { api } = useCompanyScope();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const put = useMutation({
    mutationFn: (body: Values) => answer(api.PUT('/portal/v1/verification/fields', { body })),
  });
  const { current: held } = useRef<Held>({
    typed: new Map(),
    refused: new Map(),
    saved: verification.fields,
    shown: verification.fields,
    everSaved: false,
    error: null,
  });
  if (held.shown !== verification.fields) held.shown = held.saved = verification.fields;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const attempt = async (skipped: ReadonlySet<string>): Promise<void> => {
    const body = Object.fromEntries(unsavedOf(held, new Set([...skipped, ...held.refused.keys()])));
    if (Object.keys(body).length === 0) return;
    try {
      const now = await put.mutateAsync(body);
      Object.assign(held, { saved: now.fields, everSaved: true, error: null });
      onChanged(now);
    } catch (error) {
      const named = error instanceof Problem ? [...error.fields].filter(([name]) => name in body) : [];
      held.error = named.length === 0 ? error : null;
      if (named.length === 0) return;
      // A field that changed meanwhile is checked again with its new text.
      for (const [name, message] of named)
        if (held.typed.get(name)?.trim() === body[name]) held.refused.set(name, message);
      await attempt(skipped);
    }
  };
  /** One request at a time: a later text never arrives before an earlier one. */
  const saveAfter = async (skipped: ReadonlySet<string>): Promise<boolean> => {
    clearTimeout(timer.current);
    const turn = last.current.then(() => attempt(skipped));
    last.current = turn;
    await turn;
    // Saved texts follow the server again, which also has the changes of other owners.
    if (skipped === nothing)
      for (const [name, text] of held.typed) if (isSaved(held, name, text)) held.typed.delete(name);
    render();
    return unsavedOf(held).length === 0;
  };
  const save = () => saveAfter(nothing);
  const leave = useRef(save);
  leave.current = save;
  useEffect(() => () => void leave.current(), []);

  const change = (name: string, value: string) => {
    held.typed.set(name, value);
    held.refused.delete(name);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saveAfter(savedWhole), IDLE_MS);
    render();
  };
  return {
    valueOf: (name) => held.typed.get(name) ?? held.saved[name] ?? '',
    refusedOf: (name) => held.refused.get(name),
    change,
    save,
    status: statusOf(held),
    error: unsavedOf(held).length === 0 ? null : held.error,
  };
}

const isSaved = ({ saved }: Held, name: string, text: string) => text.trim() === (saved[name] ?? '');

function statusOf(held: Held): Draft['status'] {
  const unsaved = unsavedOf(held);
  if (unsaved.length === 0) return held.everSaved ? 'saved' : 'unchanged';
  return unsaved.every(([name]) => held.refused.has(name)) ? 'refused' : 'saving';
}
