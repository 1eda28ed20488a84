import { api, call } from '../../api/client';
import {
  BACKGROUND,
  type DesignDocument,
  documentOf,
  type Flaw,
  type Look,
  looksOf,
  picturesWithout,
  type RecipientStep,
  type RecipientStretch,
  sweep,
  Walker,
} from '../../editor';
import type { Selection } from './api';

/** A problem in a design, for one recipient or for all. */
export type Finding = {
  key: string;
  design: { id: number; name: string };
  /** The block that has the problem, or null for the background. */
  block: DesignDocument['blocks'][number] | null;
  recipient: { id: number; name: string } | null;
  flaw: Pick<Flaw, 'code' | 'missing'> | Pick<Look, 'code'>;
};

/** The progress of checking all drafts of a selection. A draft with two documents counts twice. */
export type Checks = { checked: number; total: number; findings: readonly Finding[]; more: number };

type Drafts = { design_id: number; name: string; draft_count: number };

/** Returns the designs that the drafts use. */
export async function readDraftDesigns(selection: Selection, signal: AbortSignal): Promise<Drafts[]> {
  return (await call(api.POST('/credentials/publish_check', { body: selection, signal }))).designs;
}

export const countOf = (designs: readonly Drafts[]) =>
  designs.reduce((sum, { draft_count }) => sum + draft_count, 0);

async function readDrafts(
  selection: Selection,
  { design_id, draft_count }: Drafts,
  { after, limit }: RecipientStep,
  signal: AbortSignal,
): Promise<RecipientStretch> {
  const body = { ...selection, design_id, limit, ...(after !== undefined && { after }) };
  const { recipients } = await call(api.POST('/credentials/publish_check', { body, signal }));
  return {
    recipients: recipients.map(({ credential_id, name, values }) => ({ id: credential_id, name, values })),
    earlier: 0,
    total: draft_count,
    longest: null,
    shortest: null,
  };
}

/** Lays out each draft on its design as in print, and yields the results so far after each step. */
export async function* checkDrafts(
  selection: Selection,
  designs: readonly Drafts[],
  signal: AbortSignal,
): AsyncGenerator<Checks> {
  let known: Checks = { checked: 0, total: countOf(designs), findings: [], more: 0 };
  for (const drafts of designs) {
    let now = known;
    for await (now of checkDesign(selection, drafts, known, signal)) yield now;
    known = now;
  }
}

async function* checkDesign(
  selection: Selection,
  drafts: Drafts,
  before: Checks,
  signal: AbortSignal,
): AsyncGenerator<Checks> {
  const query = { id: drafts.design_id };
  const { design } = await call(api.GET('/certificate_designs/read', { params: { query }, signal }));
  const document = documentOf(design);
  const found = findingsOf({ id: drafts.design_id, name: drafts.name }, document);
  const looks = (await looksOf(document)).map((look) => found(null, look));
  const without = new Map<string, Finding>();
  const walker = new Walker(async (step, during) => {
    const stretch = await readDrafts(selection, drafts, step, during);
    for (const recipient of stretch.recipients) {
      for (const look of picturesWithout(document, recipient.values)) {
        const finding = found(recipient, look);
        without.set(finding.key, finding);
      }
    }
    return stretch;
  });
  await walker.start(signal);
  for await (const { checked, everybody, findings, more } of sweep(walker, document, signal)) {
    yield {
      ...before,
      checked: before.checked + checked,
      findings: [
        ...before.findings,
        ...looks,
        ...without.values(),
        ...everybody.map((flaw) => found(null, flaw)),
        ...findings.flatMap(({ recipient, flaws }) => flaws.map((flaw) => found(recipient, flaw))),
      ],
      more: before.more + more,
    };
  }
}

/** Returns a function that creates the findings for a design. */
function findingsOf(design: Finding['design'], { blocks }: DesignDocument) {
  const byKey = new Map(blocks.map((block, index) => [block.block_index ?? index, block]));
  return (recipient: Finding['recipient'], flaw: Flaw | Look): Finding => ({
    key: `${design.id} ${flaw.block} ${flaw.code} ${recipient?.id ?? ''}`,
    design,
    block: flaw.block === BACKGROUND ? null : (byKey.get(flaw.block) ?? null),
    recipient,
    flaw,
  });
}
