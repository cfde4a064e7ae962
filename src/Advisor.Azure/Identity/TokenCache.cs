using System.Collections.Concurrent;
using Azure.Core;

namespace Advisor.Azure.Identity;

/// <summary>
/// Token cache shared by all clients: every region has its own metrics client, each of which would otherwise request a token, which starts
/// a process with the Azure CLI. A token is kept until 5 minutes before its expiry, or until its issuer's refresh time. Thread-safe: one
/// caller requests, the others wait.
/// </summary>
internal sealed class TokenCache(TokenCredential credential, TimeProvider time) : TokenCredential, IDisposable
{
    private static readonly TimeSpan Margin = TimeSpan.FromMinutes(5);

    private readonly ConcurrentDictionary<string, AccessToken> tokens = new(StringComparer.Ordinal);
    private readonly SemaphoreSlim asking = new(1, 1);

    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken)
    {
        if (FindValid(requestContext) is { } known)
        {
            return known;
        }

        asking.Wait(cancellationToken);
        try
        {
            return FindValid(requestContext) ?? Store(requestContext, credential.GetToken(requestContext, cancellationToken));
        }
        finally
        {
            asking.Release();
        }
    }

    public override async ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken)
    {
        if (FindValid(requestContext) is { } known)
        {
            return known;
        }

        await asking.WaitAsync(cancellationToken);
        try
        {
            return FindValid(requestContext) ?? Store(requestContext, await credential.GetTokenAsync(requestContext, cancellationToken));
        }
        finally
        {
            asking.Release();
        }
    }

    public void Dispose() => asking.Dispose();

    // A request with claims means that Azure has just rejected the cached token.
    private AccessToken? FindValid(TokenRequestContext context)
    {
        var now = time.GetUtcNow();
        return
            context.Claims is null
            && tokens.TryGetValue(CreateKey(context), out var token)
            && now + Margin < token.ExpiresOn
            && !(now >= token.RefreshOn)
            ? token
            : null;
    }

    private AccessToken Store(TokenRequestContext context, AccessToken token) => tokens[CreateKey(context)] = token;

    private static string CreateKey(TokenRequestContext context) => string.Join(' ', [context.TenantId ?? "", .. context.Scopes]);
}
