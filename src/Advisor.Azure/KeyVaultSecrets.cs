using System.Collections.Concurrent;
using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Configuration.Routing;
using Advisor.Service.Http;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Identity;
using Azure.Security.KeyVault.Secrets;

namespace Advisor.Azure;

/// <summary>
/// Reads secrets from key vaults, and tokens of Advisor's own sign-in. Values are cached for five minutes, so that a new one needs no
/// restart; a failed read is repeated after half a minute. No text ever contains part of a value or a token. Thread-safe.
/// </summary>
public sealed class KeyVaultSecrets : IAzureSecrets, IDisposable
{
    private const int MaxBytes = 64 * 1024;
    private const string NoSecret = "cannot be read: the vault did not answer with a secret";

    private static readonly TimeSpan CacheDuration = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan AbsentCacheDuration = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(8);

    private readonly TokenCredential credential;
    private readonly TimeProvider time;
    private readonly HttpClientTransport transport;
    private readonly SecretClientOptions options;
    private readonly ConcurrentDictionary<Uri, (string? Value, string? Problem, DateTimeOffset Until)> cache = new();

#pragma warning disable CA2000 // the client disposes of its handler
    /// <param name="credential">Credential with permission to read secrets (Key Vault Secrets User).</param>
    public KeyVaultSecrets(TokenCredential credential, TimeProvider time)
        : this(credential, time, new SocketsHttpHandler { AllowAutoRedirect = false, ActivityHeadersPropagator = null }) { }
#pragma warning restore CA2000

    internal KeyVaultSecrets(TokenCredential credential, TimeProvider time, HttpMessageHandler handler)
    {
        (this.credential, this.time) = (credential, new ForwardTimeProvider(time));
        transport = new HttpClientTransport(handler);

        // The version that every cloud has. A failed read is repeated by the cache.
        options = new SecretClientOptions(SecretClientOptions.ServiceVersion.V7_4)
        {
            Transport = new LimitedTransport(transport, MaxBytes),
            Retry = { MaxRetries = 0, NetworkTimeout = Timeout },
            Diagnostics = { IsDistributedTracingEnabled = false },
        };
    }

    /// <inheritdoc/>
    public async Task<string?> ReadAsync(Uri secret, CancellationToken cancellation)
    {
        var now = time.GetUtcNow();
        if (cache.TryGetValue(secret, out var kept) && now < kept.Until)
        {
            return kept.Value;
        }

        var (value, problem) = await FetchAsync(secret, cancellation);
        cache[secret] = (value, problem, now + (value is null ? AbsentCacheDuration : CacheDuration));
        return value;
    }

    /// <inheritdoc/>
    public string? FindProblem(Uri secret) => cache.TryGetValue(secret, out var kept) ? kept.Problem : null;

    /// <inheritdoc/>
    public async Task<string?> FindTokenAsync(string scope, CancellationToken cancellation)
    {
        try
        {
            return (await credential.GetTokenAsync(new TokenRequestContext([scope]), cancellation)).Token;
        }
        catch (Exception error) when (error is AuthenticationFailedException or RequestFailedException)
        {
            return null;
        }
    }

    public void Dispose() => transport.Dispose();

    private async Task<(string? Value, string? Problem)> FetchAsync(Uri secret, CancellationToken cancellation)
    {
        // A token is sent only to the vaults of its cloud.
        if (SecretReference.FindVaultDomain(secret) is null || !KeyVaultSecretIdentifier.TryCreate(secret, out var id))
        {
            return (null, "is not the address of a secret in a key vault");
        }

        try
        {
            var client = new SecretClient(id.VaultUri, credential, options);
            var answer = await client.GetSecretAsync(id.Name, id.Version, cancellation);
            return answer.Value?.Value is { } value ? (value, null) : (null, NoSecret);
        }
        catch (AuthenticationFailedException)
        {
            return (null, "cannot be read: not signed in to Azure; run 'az login' here, or give the app a managed identity");
        }
        catch (RequestFailedException error)
        {
            return (null, DescribeProblem(error.Status));
        }
        catch (IOException)
        {
            return (null, DescribeProblem(0));
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return (null, "cannot be read: the vault did not answer in time");
        }
        catch (Exception error)
            when (error is JsonException or InvalidOperationException or ArgumentException or FormatException or InvalidResponseException)
        {
            return (null, NoSecret);
        }
    }

    private static string DescribeProblem(int status) =>
        status switch
        {
            0 => "cannot be read: the vault cannot be reached; check its name and its network rules",
            401 => "cannot be read: the vault does not accept the sign-in (401); sign in to its tenant",
            403 => "cannot be read: access is denied (403); assign the role Key Vault Secrets User, "
                + "and check the vault's network rules",
            404 => "does not exist in the vault; put the secret there, or correct its name",
            _ => $"cannot be read: the vault answered {status}",
        };
}
