using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Service.Http;

namespace Advisor.Azure.Identity;

/// <summary>
/// Clock of a local Azure, queried on every read (<c>/local/clock</c>): for trials in which hours pass in seconds, and which continue
/// across restarts of the programs involved. Delays and timeouts use this machine's clock.
/// </summary>
public sealed class LoopbackTimeProvider : TimeProvider, IDisposable
{
    // A clock shared by several programs responds when the last of them is done.
    private readonly HttpClient http = new()
    {
        Timeout = TimeSpan.FromMinutes(5),
        MaxResponseContentBufferSize = ResponseSizes.MaxPageBytes,
    };
    private readonly Uri address;

    /// <exception cref="ArgumentException">The endpoint is not on this machine.</exception>
    public LoopbackTimeProvider(Uri endpoint)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        if (LoopbackPolicy.FindProblem(endpoint) is { } problem)
        {
            throw new ArgumentException(problem, nameof(endpoint));
        }

        address = new Uri(endpoint, "/local/clock");
    }

    /// <exception cref="InvalidOperationException">The endpoint has no clock or is unreachable.</exception>
    public override DateTimeOffset GetUtcNow()
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address);
            using var answer = http.Send(request);
            using var body = answer.EnsureSuccessStatusCode().Content.ReadAsStream();
            return JsonSerializer.Deserialize(body, LoopbackTimeJson.Default.ClockText)!.Now.ToUniversalTime();
        }
        catch (Exception e) when (e is HttpRequestException or JsonException or TaskCanceledException)
        {
            throw CreateException($"read: {e.Message}", e);
        }
    }

    /// <summary>Advances the clock.</summary>
    /// <exception cref="InvalidOperationException">The clock runs by itself or is unreachable.</exception>
    public async Task AdvanceAsync(TimeSpan span, CancellationToken cancellation)
    {
        try
        {
            using var answer = await http.PostAsJsonAsync(
                address,
                new ClockMove(span.TotalSeconds),
                LoopbackTimeJson.Default.ClockMove,
                cancellation
            );
            if (!answer.IsSuccessStatusCode)
            {
                throw CreateException($"moved ({(int)answer.StatusCode}): it is not a manual clock.");
            }
        }
        catch (HttpRequestException e)
        {
            throw CreateException($"moved: {e.Message}", e);
        }
    }

    public void Dispose() => http.Dispose();

    private InvalidOperationException CreateException(string what, Exception? inner = null) =>
        new($"The clock of {address.GetLeftPart(UriPartial.Authority)} cannot be {what}", inner);
}

internal sealed record ClockText(DateTimeOffset Now);

internal sealed record ClockMove(double Seconds);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ClockText))]
[JsonSerializable(typeof(ClockMove))]
internal sealed partial class LoopbackTimeJson : JsonSerializerContext;
