import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { designQuery } from '../../api/queries/designs';
import { usePermission, useSession } from '../../api/session';
import { documentOf, dropDraft, Editor, type EditorAttribute, type StoredDesign } from '../../editor';
import { ErrorPage } from '../../ui/ErrorPage';
import { useDirtyGuard } from '../../ui/form/useDirtyGuard';
import { NotFound } from '../../ui/NotFound';
import { PageSkeleton } from '../../ui/PageSkeleton';
import type { Design } from './api';
import { useDesignStart } from './useDesignStart';
import { useEditorPorts } from './useEditorPorts';
import { useWayBack } from './useWayBack';

export interface DesignEditPageProps {
  /** All attributes of the department, or undefined while loading. */
  useAttributes: () => readonly EditorAttribute[] | undefined;
  AttributesDialog: ComponentType<{ onClose: () => void }>;
  /** Dialog to manage the department's own fonts. */
  FontsDialog: ComponentType<{ onClose: () => void }>;
}

/** Full-window editor for one design. At `/designs/new/edit` the first save creates the design. */
export function DesignEditPage(props: DesignEditPageProps) {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  const { id = NEW } = useParams();
  const isNew = id === NEW;
  const page = isNew ? `/designs/new${search}` : `/designs/${id}`;
  const mayManage = usePermission('manage_designs');
  const { design, stored, missing, error, refetch } = useOpened(id, mayManage);
  const attributes = props.useAttributes();
  const hasWayBack = useWayBack(page);
  if (!mayManage) return <Navigate to={isNew ? '/designs' : page} replace />;
  if (missing && isNew) return <Navigate to={page} replace />;
  if (missing) return <NotFound title={t('designs.notFound')} to="/designs" label={t('designs.title')} />;
  if (error && !stored) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!stored || !attributes || !hasWayBack) return <PageSkeleton />;
  // The editor stays mounted across the first save, which changes the URL.
  const opened: string = state?.opened ?? (isNew ? `new${search}` : id);
  return (
    <OpenDesign
      key={opened}
      opened={opened}
      design={design}
      stored={stored}
      attributes={attributes}
      AttributesDialog={props.AttributesDialog}
      FontsDialog={props.FontsDialog}
    />
  );
}

/** The design that the URL names, or the unsaved design that it describes. */
function useOpened(id: string, enabled: boolean) {
  const isNew = id === NEW;
  // The opened version stays until the editor closes. Users load a newer one explicitly.
  const { data, error, refetch } = useQuery({
    ...designQuery(Number(id)),
    enabled: !isNew,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const start = useDesignStart(isNew && enabled);
  if (isNew) return { ...start, design: null, stored: start.design };
  const missing = error instanceof ApiError && error.status === 404;
  return { design: data ?? null, stored: data && storedOf(data), missing, error, refetch };
}

const NEW = 'new';

const storedOf = (design: Design): StoredDesign => ({
  name: design.name,
  document: documentOf(design),
  version: design.version,
});

interface OpenDesignProps {
  /** Key of this editing session, the same before and after the first save. */
  opened: string;
  /** Null until the first save. */
  design: Design | null;
  stored: StoredDesign;
  attributes: readonly EditorAttribute[];
  AttributesDialog: DesignEditPageProps['AttributesDialog'];
  FontsDialog: DesignEditPageProps['FontsDialog'];
}

function OpenDesign({
  opened,
  design,
  attributes,
  AttributesDialog,
  FontsDialog,
  ...props
}: OpenDesignProps) {
  const [managing, setManaging] = useState(false);
  const mayManage = usePermission('manage_attributes');
  const [manage] = useState(() => () => setManaging(true));
  const fonts = useFontsPort();
  const { ports, isDirty } = useEditorPorts(design, opened, {
    attributes,
    manageAttributes: mayManage ? manage : undefined,
    fonts: fonts.port,
  });
  const [stored] = useState(props.stored);
  useDirtyGuard(isDirty, ({ state }) => state?.opened === opened);
  const { draftKey } = ports;
  // A user who leaves has confirmed discarding changes. A user whose session ended has not, so the draft is kept.
  useEffect(
    () => () => {
      if (useSession.getState().status === 'signedIn') dropDraft(draftKey);
    },
    [draftKey],
  );
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Editor stored={stored} ports={ports} />
      {managing && <AttributesDialog onClose={() => setManaging(false)} />}
      {fonts.open && <FontsDialog onClose={fonts.close} />}
    </Suspense>
  );
}

/** Opens the department's own fonts; undefined without the permission to manage them. */
function useFontsPort() {
  const [open, setOpen] = useState(false);
  const may = usePermission('manage_fonts');
  const [port] = useState(() => ({ manage: () => setOpen(true) }));
  return { open, port: may ? port : undefined, close: () => setOpen(false) };
}
