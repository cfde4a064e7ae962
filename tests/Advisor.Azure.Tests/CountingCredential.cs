using System.Collections.Concurrent;
using Azure.Core;

namespace Advisor.Azure.Tests;

/// <summary>A sign-in that remembers what was asked of it; each token is a new one.</summary>
internal sealed class CountingCredential : TokenCredential
{
    private readonly ConcurrentQueue<string> requests = new();

    /// <summary>The scopes in the order of asking.</summary>
    public IReadOnlyCollection<string> Asked => requests;

    /// <summary>When a token ends; default never.</summary>
    public DateTimeOffset ExpiresOn { get; set; } = DateTimeOffset.MaxValue;

    /// <summary>When its issuer wants it renewed; null = at no time.</summary>
    public DateTimeOffset? RefreshOn { get; set; }

    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken)
    {
        requests.Enqueue(string.Join(' ', requestContext.Scopes));
        return new AccessToken($"token-{requests.Count}", ExpiresOn, RefreshOn);
    }

    public override async ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken)
    {
        await Task.Yield();
        return GetToken(requestContext, cancellationToken);
    }
}
