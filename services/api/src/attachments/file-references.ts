import { Injectable } from '@nestjs/common';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import { fieldError } from '../commands/field-error.ts';
import { throwMalformed } from '../http/problems/problem-of.ts';
import { IncidentContexts } from '../incidents/incident-contexts.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { liveOf, type LiveIncident } from '../incidents/incident.ts';
import { takesFiles } from '../incidents/answers/takes-files.ts';

/** Checks what a file refers to: the people whom it shows, and the question that it answers. */
@Injectable()
export class FileReferences {
  constructor(
    private readonly incidents: IncidentLog,
    private readonly contexts: IncidentContexts,
  ) {}

  /** Throws 400 for people who are neither members nor named by the incident. */
  async demandKnownPeople(tenant: string, eventId: string, personGuids: readonly string[]): Promise<void> {
    const incident = await this.#live(tenant, eventId);
    const named = new Set([
      ...(incident?.facts.injuredPersons ?? []).map(({ injuredPersonGuid }) => injuredPersonGuid),
      ...(incident?.facts.relatedPersons ?? []).map(({ relatedPersonGuid }) => relatedPersonGuid),
    ]);
    const isKnown = await Promise.all(
      personGuids.map(async (guid) => named.has(guid) || (await this.contexts.member(tenant, guid)) !== null),
    );
    const unknown = personGuids.flatMap((_, index) => (isKnown[index] ? [] : [index]));
    if (unknown.length > 0)
      throwMalformed(
        unknown.map((index) => fieldError(`personGuids.${index}`, 'MalformedRequest', reportTexts.notAmongPeople)),
      );
  }

  /** Throws 400 for a question that the incident's form does not ask, or that takes no files. */
  async demandQuestion(tenant: string, eventId: string, questionGuid: string): Promise<void> {
    const incident = await this.#live(tenant, eventId);
    const form = incident && (await this.contexts.form(tenant, incident.form));
    if (!form || !takesFiles(form, questionGuid))
      throwMalformed([fieldError('questionGuid', 'MalformedRequest', reportTexts.questionTakesNoFiles)]);
  }

  async #live(tenant: string, eventId: string): Promise<LiveIncident | null> {
    return liveOf(await this.incidents.find(tenant, eventId));
  }
}
