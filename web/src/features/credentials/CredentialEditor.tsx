import { useQueries } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { designQuery } from '../../api/queries/designs';
import { useDepartment } from '../../api/session';
import type { Form } from '../../ui/form/useForm';
import { PageHeader } from '../../ui/PageHeader';
import type { AttributeKey, Credential, Group } from './api';
import { CertificatePreview } from './CertificatePreview';
import { CredentialForm } from './CredentialForm';
import styles from './CredentialForm.module.css';
import { type CredentialValues, CUSTOM, expiryOf } from './credentialForm';
import { bandOf, certificateValues, shownGroup } from './values';

interface CredentialEditorProps {
  title: string;
  back: { to: string; label: string };
  form: Form<CredentialValues>;
  group: Group;
  attributes: AttributeKey[];
  /** The credential to edit. A new one has no IDs or URL yet. */
  credential?: Credential;
  isNew?: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** The form next to a preview that updates while the user types. */
export function CredentialEditor(props: CredentialEditorProps) {
  const { title, back, form, group, attributes, isNew = false, onSubmit, children } = props;
  const { t } = useTranslation();
  const used = useUsedAttributes(group);
  const values = useCertificateValues(props);
  return (
    <form noValidate onSubmit={onSubmit}>
      <PageHeader title={title} back={back} />
      <div className={styles.columns}>
        <div>
          <CredentialForm form={form} group={group} attributes={attributes} used={used} isNew={isNew} />
          {children}
        </div>
        <div className={styles.preview}>
          <CertificatePreview group={group} values={values} label={t('credentials.preview.label')} />
        </div>
      </div>
    </form>
  );
}

/** Returns the names of the attributes that the group's designs use. */
function useUsedAttributes(group: Group): string[] {
  const ids = [group.certificate_design_id, group.badge_design_id].filter((id) => id !== null);
  const used = useQueries({
    queries: ids.map((id) => designQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data?.custom_attributes ?? []).join(' '),
  });
  return useMemo(() => used.split(' ').filter(Boolean), [used]);
}

function useCertificateValues({ form, group, attributes, credential }: CredentialEditorProps) {
  const { t } = useTranslation();
  const issuerName = useDepartment().name;
  return useMemo(() => {
    const typed = (name: string) => form.values[name] ?? '';
    const issuedOn = typed('issued_on');
    return certificateValues(
      {
        issuerName,
        group: shownGroup(group, typed('name'), typed('description')),
        recipient: {
          name: typed('recipient.name') || t('credentials.preview.name'),
          email: typed('recipient.email'),
          id: credential?.recipient.id,
        },
        id: credential && String(credential.id),
        uuid: credential?.uuid,
        url: credential?.url ?? window.location.origin,
        licenseId: typed('license_id'),
        issuedOn,
        expiredOn: typed('expired_on') || expiryOf(issuedOn, group.auto_expiry),
        grade: typed('grade'),
        gradeBand: bandOf(group.grade_bands, typed('grade')),
        custom: Object.fromEntries(
          Object.entries(form.values).map(([name, value]) => [name.replace(CUSTOM, ''), value]),
        ),
      },
      attributes,
    );
  }, [form.values, group, attributes, credential, issuerName, t]);
}
