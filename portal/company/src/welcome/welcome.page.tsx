// Create a company: the first page of a person without one.
import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { answer, apiOf } from '../../../shared/client.ts';
import { Door } from '../../../shared/door.tsx';
import { Form } from '../../../shared/form.tsx';
import type { CompanyKind } from '../../../shared/portal-api.ts';
import { Problem } from '../../../shared/problem.ts';
import { useWrite } from '../../../shared/queries.ts';
import { queries } from '../queries.ts';
import { meQuery, useMe } from '../session.ts';
import { t } from '../words/t.ts';
import '../words/welcome.ts';

/** Name and kind; then the company's sandbox opens. */
export function Page() {
  const navigate = useNavigate();
  const me = useMe();
  const form = useForm<{ name: string; kind: CompanyKind }>({
    initialValues: { name: '', kind: 'corporate' },
    validate: { name: (name) => (name.trim() === '' ? t('welcome.nameMissing') : null) },
  });
  const open = useWrite({
    write: ({ name, kind }: typeof form.values) =>
      answer(apiOf().POST('/portal/v1/companies', { body: { name: name.trim(), kind } })),
    onDone: ({ id }) => {
      const to = `/c/${id}/sandbox/overview`;
      const known = queries.fetchQuery({ ...meQuery, staleTime: 0 });
      known.then(
        () => void navigate({ to }),
        () => location.assign(to), // the company exists even if this refetch failed: reload everything
      );
    },
  });
  if (me.error instanceof Problem && me.error.status === 401) return <Navigate to="/sign-in" replace />;
  return (
    <Door title={t('welcome.title')} lead={t('welcome.lead')}>
      <Form
        wide
        submit={t('welcome.action')}
        pending={open.isPending || open.isSuccess} // until navigation: another click would create another company
        error={open.error}
        onSubmit={form.onSubmit((values) => open.mutate(values))}
      >
        <TextInput
          label={t('welcome.name')}
          description={t('welcome.nameHelp')}
          autoComplete="organization"
          autoFocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label={t('welcome.kind')} {...form.getInputProps('kind')}>
          <Stack gap="sm" mt="xs">
            <Radio value="corporate" label={t('welcome.corporate')} description={t('welcome.corporateHelp')} />
            <Radio value="individual" label={t('welcome.individual')} description={t('welcome.individualHelp')} />
          </Stack>
        </Radio.Group>
      </Form>
    </Door>
  );
}
