using System.Collections.Concurrent;
using System.Net.Http.Headers;
using System.Text.Json;
using Advisor.Configuration.Routing;
using Azure.Core;
using Azure.Identity;

namespace Advisor.Azure;

/// <summary>
/// Reads secrets from key vaults: GET of the secret's identifier, with a token for the vaults of its cloud. Values are cached for five
/// minutes, so that a new one needs no restart; a failed read is repeated after half a minute. No text ever contains part of a value or a
/// token. Thread-safe.
/// </summary>
public sealed class KeyVaultSecrets : IKeyVaultSecrets, IDisposable
{
    private const string ApiVersion = "7.4";
    private const int MaxBytes = 64 * 1024;

    private static readonly TimeSpan CacheDuration = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan AbsentCacheDuration = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(8);

    private readonly TokenCredential credential;
    private readonly TimeProvider time;
    private readonly HttpClient http;
    private readonly ConcurrentDictionary<Uri, (string? Value, string? Problem, DateTimeOffset Until)> cache = new();

#pragma warning disable CA2000 // the client disposes of its handler
    /// <param name="credential">Credential with permission to read secrets (Key Vault Secrets User).</param>
    public KeyVaultSecrets(TokenCredential credential, TimeProvider time)
        : this(credential, time, new SocketsHttpHandler { AllowAutoRedirect = false, ActivityHeadersPropagator = null }) { }
#pragma warning restore CA2000

    internal KeyVaultSecrets(TokenCredential credential, TimeProvider time, HttpMessageHandler handler)
    {
        (this.credential, this.time) = (credential, time);
        http = new HttpClient(handler, disposeHandler: true) { Timeout = Timeout, MaxResponseContentBufferSize = MaxBytes };
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

    public void Dispose() => http.Dispose();

    private async Task<(string? Value, string? Problem)> FetchAsync(Uri secret, CancellationToken cancellation)
    {
        // A token is sent only to the vaults of its cloud.
        if (SecretReference.FindVaultDomain(secret) is not { } domain)
        {
            return (null, "is not the address of a secret in a key vault");
        }

        try
        {
            var token = await credential.GetTokenAsync(new TokenRequestContext([$"https://{domain}/.default"]), cancellation);
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(secret, $"?api-version={ApiVersion}"));
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token.Token);
            using var answer = await http.SendAsync(request, cancellation);
            return !answer.IsSuccessStatusCode ? (null, DescribeProblem((int)answer.StatusCode))
                : ParseValue(await answer.Content.ReadAsByteArrayAsync(cancellation)) is { } value ? (value, null)
                : (null, "cannot be read: the vault did not answer with a secret");
        }
        catch (AuthenticationFailedException)
        {
            return (null, "cannot be read: not signed in to Azure; run 'az login' here, or give the app a managed identity");
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            return (null, "cannot be read: the vault cannot be reached; check its name and its network rules");
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return (null, "cannot be read: the vault did not answer in time");
        }
    }

    private static string DescribeProblem(int status) =>
        status switch
        {
            401 => "cannot be read: the vault does not accept the sign-in (401); sign in to its tenant",
            403 => "cannot be read: access is denied (403); assign the role Key Vault Secrets User, "
                + "and check the vault's network rules",
            404 => "does not exist in the vault; put the secret there, or correct its name",
            _ => $"cannot be read: the vault answered {status}",
        };

    private static string? ParseValue(byte[] body)
    {
        try
        {
            using var answer = JsonDocument.Parse(body);
            return
                answer.RootElement.ValueKind == JsonValueKind.Object
                && answer.RootElement.TryGetProperty("value", out var value)
                && value.ValueKind == JsonValueKind.String
                ? value.GetString()
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
