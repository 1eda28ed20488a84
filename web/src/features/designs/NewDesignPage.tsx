import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { usePermission } from '../../api/session';
import { PageHeader } from '../../ui/PageHeader';
import { BlankForm } from './BlankForm';
import { type DesignStart, readStart, startQuery } from './start';
import { TemplateGallery } from './TemplateGallery';
import { useLastStart } from './useLastStart';

const KINDS = ['certificate', 'badge'] as const;

/** Start page for a new design: a blank page or a template. Nothing is saved until the user saves in the editor. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayManage = usePermission('manage_designs');
  const [params, setParams] = useSearchParams();
  const [last, remember] = useLastStart();
  const start = readStart(params, last);
  if (!mayManage) return <Navigate to="/designs" replace />;

  const change = (part: Partial<DesignStart>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(part)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const begin = () => {
    remember(start);
    void navigate(`/designs/new/edit?${startQuery(start)}`);
  };
  return (
    <>
      <PageHeader
        title={t('designs.new')}
        back={{ to: '/designs', label: t('designs.title') }}
        action={
          <SegmentedControl
            aria-label={t('designs.filter.kind')}
            value={start.kind}
            onChange={(kind) => change({ kind: kind as DesignStart['kind'] })}
            data={KINDS.map((value) => ({ value, label: t(`designs.kind.${value}`) }))}
          />
        }
      />
      <BlankForm start={start} onChange={change} onBegin={begin} />
      <TemplateGallery key={start.kind} kind={start.kind} onChoose={() => remember(start)} />
    </>
  );
}
