import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { usePermission, useSession } from '../../api/session';
import { documentOf, dropDraft, Editor, type EditorAttribute } from '../../editor';
import { ErrorPage } from '../../ui/ErrorPage';
import { useDirtyGuard } from '../../ui/form/useDirtyGuard';
import { NotFound } from '../../ui/NotFound';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { type Design, designQuery } from './api';
import { useEditorPorts } from './useEditorPorts';
import { useWayBack } from './useWayBack';

export interface DesignEditPageProps {
  /** All attributes of the department; undefined while loading. */
  useAttributes: () => readonly EditorAttribute[] | undefined;
  AttributesDialog: ComponentType<{ onClose: () => void }>;
  /** Manages the department's own fonts. */
  FontsDialog: ComponentType<{ onClose: () => void }>;
}

/** One design in the editor, in the whole window. */
export function DesignEditPage(props: DesignEditPageProps) {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const mayManage = usePermission('manage_designs');
  // The version that was opened stays until it is closed: a newer one is the person's choice, not a surprise.
  const { data, error, refetch } = useQuery({
    ...designQuery(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const attributes = props.useAttributes();
  const hasWayBack = useWayBack(`/designs/${id}`);
  if (!mayManage) return <Navigate to={`/designs/${id}`} replace />;
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('designs.notFound')} to="/designs" label={t('designs.title')} />;
  }
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!data || data.id === null || !attributes || !hasWayBack) return <PageSkeleton />;
  return (
    <OpenDesign
      key={data.id}
      design={{ ...data, id: data.id }}
      attributes={attributes}
      AttributesDialog={props.AttributesDialog}
      FontsDialog={props.FontsDialog}
    />
  );
}

interface OpenDesignProps {
  design: Design & { id: number };
  attributes: readonly EditorAttribute[];
  AttributesDialog: DesignEditPageProps['AttributesDialog'];
  FontsDialog: DesignEditPageProps['FontsDialog'];
}

function OpenDesign({ design, attributes, AttributesDialog, FontsDialog }: OpenDesignProps) {
  const [managing, setManaging] = useState(false);
  const mayManage = usePermission('manage_attributes');
  const [manage] = useState(() => () => setManaging(true));
  const fonts = useFontsPort();
  const { ports, dirty } = useEditorPorts(design, {
    attributes,
    manageAttributes: mayManage ? manage : undefined,
    fonts: fonts.port,
  });
  const [stored] = useState(() => ({
    name: design.name,
    document: documentOf(design),
    version: design.version,
  }));
  useDirtyGuard(dirty);
  const { draftKey } = ports;
  // Who leaves was asked; who was signed out was not, and finds the work again.
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

/** Opens the department's own fonts, for those who may change them. */
function useFontsPort() {
  const [open, setOpen] = useState(false);
  const may = usePermission('manage_fonts');
  const [port] = useState(() => ({ manage: () => setOpen(true) }));
  return { open, port: may ? port : undefined, close: () => setOpen(false) };
}
