import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RefreshCookie } from './refresh-cookie.ts';
import type { Session } from './sessions.ts';
import { Tokens } from './tokens.ts';
import { Viewers } from '../accounts/viewers.ts';

/** Answers for a browser whose session began or continues: a token, and the cookie for the next one. */
@Injectable()
export class SessionAnswers {
  constructor(
    private readonly tokens: Tokens,
    private readonly viewers: Viewers,
    private readonly cookie: RefreshCookie,
  ) {}

  async answer(session: Session, reply: FastifyReply): Promise<{ jwt: string }> {
    const jwt = await this.tokens.sign(await this.viewers.claimsOf(session));
    this.cookie.write(reply, session.refreshToken);
    void reply.header('Authorization', `Bearer ${jwt}`);
    return { jwt };
  }
}
