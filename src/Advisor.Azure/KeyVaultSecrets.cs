using System.Collections.Concurrent;
using System.Net.Http.Headers;
using System.Text.Json;
using Advisor.Runtime.Configuration;
using Azure.Core;
using Azure.Identity;

namespace Advisor.Azure;

/// <summary>
/// Reads secrets of key vaults: GET of the secret's identifier, with a token for the vaults of its cloud. Values are kept for five minutes, so that a new one
/// needs no restart; what could not be read is asked again after half a minute. Nothing of a value or a token is ever in a text. Safe for several callers.
/// </summary>
public sealed class KeyVaultSecrets : IKeyVaultSecrets, IDisposable
{
    private const string ApiVersion = "7.4";
    private const int MostBytes = 64 * 1024;

    private static readonly TimeSpan Keep = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan KeepAbsent = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(8);

    private readonly TokenCredential credential;
    private readonly TimeProvider time;
    private readonly HttpClient http;
    private readonly ConcurrentDictionary<Uri, (string? Value, DateTimeOffset Until)> known = new();

#pragma warning disable CA2000 // the client disposes of its handler
    /// <param name="credential">Who asks; needs the right to read secrets (Key Vault Secrets User).</param>
    public KeyVaultSecrets(TokenCredential credential, TimeProvider time)
        : this(credential, time, new SocketsHttpHandler { AllowAutoRedirect = false, ActivityHeadersPropagator = null })
    {
    }
#pragma warning restore CA2000

    internal KeyVaultSecrets(TokenCredential credential, TimeProvider time, HttpMessageHandler handler)
    {
        (this.credential, this.time) = (credential, time);
        http = new HttpClient(handler, disposeHandler: true) { Timeout = Patience, MaxResponseContentBufferSize = MostBytes };
    }

    /// <inheritdoc/>
    public async Task<string?> ReadAsync(Uri secret, CancellationToken cancellation)
    {
        var now = time.GetUtcNow();
        if (known.TryGetValue(secret, out var kept) && now < kept.Until)
        {
            return kept.Value;
        }

        var value = await AskAsync(secret, cancellation);
        known[secret] = (value, now + (value is null ? KeepAbsent : Keep));
        return value;
    }

    public void Dispose() => http.Dispose();

    private async Task<string?> AskAsync(Uri secret, CancellationToken cancellation)
    {
        // A token goes to the vaults of its cloud and nowhere else.
        if (SecretReference.VaultDomainOf(secret) is not { } domain)
        {
            return null;
        }

        try
        {
            var token = await credential.GetTokenAsync(new TokenRequestContext([$"https://{domain}/.default"]), cancellation);
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(secret, $"?api-version={ApiVersion}"));
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token.Token);
            using var answer = await http.SendAsync(request, cancellation);
            return answer.IsSuccessStatusCode ? ValueOf(await answer.Content.ReadAsByteArrayAsync(cancellation)) : null;
        }
        catch (Exception e) when (e is HttpRequestException or AuthenticationFailedException or IOException)
        {
            return null;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return null;
        }
    }

    private static string? ValueOf(byte[] body)
    {
        try
        {
            using var answer = JsonDocument.Parse(body);
            return answer.RootElement.ValueKind == JsonValueKind.Object && answer.RootElement.TryGetProperty("value", out var value) && value.ValueKind == JsonValueKind.String
                ? value.GetString()
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
