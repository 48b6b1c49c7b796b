// An error or a notice: message, next step, and the request id to quote for a failure of ours.
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { nextStepOf, Problem, wordsOf } from '../problem.ts';
import { t } from '../words/t.ts';
import classes from './states.module.css';

type ShownProps = {
  error: unknown;
  /** Retries, where that makes sense. */
  again?: () => void;
};

/** The error of a request, announced as it appears. */
export function ProblemShown({ error, again }: ShownProps) {
  const next = nextStepOf(error);
  const requestId = error instanceof Problem && error.status >= 500 ? error.requestId : undefined; // ours to find
  const isMissing = error instanceof Problem && error.status === 404; // a retry would not find it either
  return (
    <div className={classes.problem} role="alert">
      <Icon name="warning" />
      <div>
        <Text fw={600} size="sm">
          {wordsOf(error)}
        </Text>
        {next !== undefined && <Text size="sm">{next}</Text>}
        {requestId !== undefined && (
          <Text size="xs" mt={4}>
            {t('states.request')} <span className={classes.request}>{requestId}</span>
          </Text>
        )}
        {again !== undefined && !isMissing && (
          <Button mt="xs" size="compact-sm" variant="default" onClick={again}>
            {t('states.again')}
          </Button>
        )}
      </div>
    </div>
  );
}

type NoticeProps = { kind?: 'warning' | 'info'; title?: string; children: ReactNode };

/** A notice to read before going on. */
export function Notice({ kind = 'info', title, children }: NoticeProps) {
  return (
    <div className={`${classes.problem} ${kind === 'info' ? classes.info : classes.notice}`} role="note">
      <Icon name={kind} />
      <Text size="sm" component="div">
        {title !== undefined && <strong>{title} </strong>}
        {children}
      </Text>
    </div>
  );
}
