using Azure.Core;

namespace Advisor.Azure.Identity;

/// <summary>Credential without any permission for a local Azure: real tokens are never sent over plain HTTP.</summary>
internal sealed class LoopbackCredential : TokenCredential
{
    private static readonly AccessToken Token = new("loopback", DateTimeOffset.MaxValue);

    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) => Token;

    public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
        new(Token);
}
