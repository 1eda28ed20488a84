import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { importAddress } from '../../api/imports';
import { customAttributesQuery } from '../../api/queries/attributes';
import { usePermission } from '../../api/session';
import { FormProblems } from '../../ui/form/FormProblems';
import { useDirtyGuard } from '../../ui/form/useDirtyGuard';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Panel } from '../../ui/Panel';
import { type AttributeKey, keepImport, putMapping } from './api';
import { ColumnTable } from './ColumnTable';
import { ConstantFields } from './ConstantFields';
import { ModeFields } from './ModeFields';
import { type Draft, draftOf, lacks, mappingOf, withTarget } from './mapping';
import { Notice } from './Notice';
import type { AttributeSlot } from './slots';
import { customTarget } from './targets';
import type { Import } from './types';

interface ColumnsStepProps {
  spreadsheet: Import;
  AttributeDialog: AttributeSlot;
}

/** The mapping of columns, and how rows with existing credentials are handled. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { data } = useQuery(customAttributesQuery());
  return data ? <ColumnsForm {...props} attributes={data} /> : <PageSkeleton />;
}

type ColumnsFormProps = ColumnsStepProps & { attributes: readonly AttributeKey[] };

function ColumnsForm({ spreadsheet, attributes, AttributeDialog }: ColumnsFormProps) {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_credentials');
  const mayMakeAttributes = usePermission('manage_attributes');
  const { columns, remembered } = spreadsheet;
  const [draft, setDraft] = useState<Draft>(() => draftOf(spreadsheet));
  const [naming, setNaming] = useState<number | null>(null);
  const dates = useMemo(
    () => new Set(attributes.filter(({ kind }) => kind === 'date').map(({ key }) => key)),
    [attributes],
  );
  const missing = lacks(draft, columns, dates);
  const saving = useSaving(spreadsheet, draft);
  const problems = [
    ...saving.problems,
    ...(saving.asked ? missing.map((lack) => t(`imports.lack.${lack}`)) : []),
  ];
  const target = (index: number, to: string) => setDraft((current) => withTarget(current, index, to));
  return (
    <div>
      <FormProblems problems={problems} />
      {remembered && <Notice>{t('imports.map.remembered')}</Notice>}
      <Panel title={t('imports.map.title')} description={t('imports.map.help')}>
        <ColumnTable
          columns={columns}
          draft={draft}
          attributes={attributes}
          dates={dates}
          onChange={setDraft}
          onNewAttribute={mayMakeAttributes ? setNaming : undefined}
        />
        <ConstantFields draft={draft} attributes={attributes} onChange={setDraft} />
      </Panel>
      <ModeFields draft={draft} onChange={setDraft} />
      {mayManage && (
        <Group justify="flex-end" mt="md">
          <Button loading={saving.busy} onClick={() => void saving.save(missing.length === 0)}>
            {t('imports.map.submit')}
          </Button>
        </Group>
      )}
      {naming !== null && (
        <AttributeDialog
          suggestedName={columns.find(({ index }) => index === naming)?.name}
          known={attributes}
          onSaved={({ key }) => target(naming, customTarget(key))}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  );
}

/** Saves the mapping and starts the check. Leaving the page with unsaved changes asks for confirmation. */
function useSaving({ uuid }: Import, draft: Draft) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const first = useRef(draft);
  useDirtyGuard(draft !== first.current && !busy);

  const save = async (complete: boolean) => {
    setAsked(true);
    setProblems([]);
    if (!complete) return;
    setBusy(true);
    try {
      keepImport(queries, await putMapping(uuid, mappingOf(draft), draft.settings));
      await navigate(`${importAddress(uuid)}/check`);
    } catch (error) {
      setProblems(error instanceof ApiError && error.lines.length > 0 ? error.lines : [t('problem.generic')]);
      setBusy(false);
    }
  };
  return { asked, busy, problems, save };
}
