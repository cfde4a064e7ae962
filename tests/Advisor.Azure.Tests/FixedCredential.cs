using Azure.Core;

namespace Advisor.Azure.Tests;

/// <summary>A sign-in that always works, with a token that must never be seen in any text.</summary>
internal sealed class FixedCredential : TokenCredential
{
    public const string Token = "eyJhbGciOiJub25lIn0.eyJzZWNyZXQiOnRydWV9.c2lnbmF0dXJl";

    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
        new(Token, DateTimeOffset.MaxValue);

    public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
        new(GetToken(requestContext, cancellationToken));
}
