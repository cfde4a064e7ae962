using Azure.Core;

namespace Advisor.Azure.Identity;

/// <summary>A token that opens nothing, for an Azure that runs on this machine: real tokens never travel over plain HTTP.</summary>
internal sealed class LoopbackCredential : TokenCredential
{
    private static readonly AccessToken Token = new("loopback", DateTimeOffset.MaxValue);

    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) => Token;

    public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
        new(Token);
}
