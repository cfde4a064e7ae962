using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Text;
using Advisor.Service.Http;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Lists the subscriptions of a loopback Azure, so that their ids need not be copied.</summary>
internal static class EndpointSubscriptions
{
    private const string ListPath = "/subscriptions?api-version=2022-12-01";
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    /// <param name="endpoint">A loopback address, already validated by the options.</param>
    /// <returns>The subscription ids, at least one.</returns>
    /// <exception cref="CommandException">Nothing answers at the address, or not as Azure does.</exception>
    public static async Task<IReadOnlyList<string>> ReadAsync(Uri endpoint, CancellationToken cancellation)
    {
        var place = endpoint.GetLeftPart(UriPartial.Authority);
        try
        {
            using var http = new HttpClient { Timeout = Timeout, MaxResponseContentBufferSize = ResponseSizes.MaxPageBytes };
            var list = JsonNode.Parse(await http.GetStringAsync(new Uri(endpoint, ListPath), cancellation));
            var ids = (list?["value"] as JsonArray ?? []).Select(item => (string?)item?["subscriptionId"]).OfType<string>().ToList();
            return ids.Count > 0 ? ids : throw CreateFailure(place, "it names no subscription");
        }
        catch (Exception e)
            when (e is HttpRequestException or JsonException or InvalidOperationException
                || (e is TaskCanceledException && !cancellation.IsCancellationRequested)
            )
        {
            throw CreateFailure(place, Describe(e), e, IsTransient(e));
        }
    }

    private static string Describe(Exception failure) =>
        failure switch
        {
            HttpRequestException { StatusCode: { } status } => $"it answered {(int)status} ({status})",
            HttpRequestException { HttpRequestError: HttpRequestError.ConfigurationLimitExceeded } =>
                $"its answer has more than {ResponseSizes.MaxPageBytes / 1_000_000} MB",
            HttpRequestException => "it cannot be reached",
            TaskCanceledException => $"it does not answer within {Timeout.TotalSeconds:0} s",
            _ => "it does not answer as Azure does",
        };

    private static bool IsTransient(Exception failure) =>
        failure switch
        {
            HttpRequestException { StatusCode: { } status } => status
                is >= HttpStatusCode.InternalServerError
                    or HttpStatusCode.TooManyRequests
                    or HttpStatusCode.RequestTimeout,
            HttpRequestException http => http.HttpRequestError != HttpRequestError.ConfigurationLimitExceeded,
            _ => failure is TaskCanceledException,
        };

    private static CommandException CreateFailure(string place, string why, Exception? cause = null, bool isTransient = false) =>
        new(
            ExitCodes.Unreachable,
            $"{UntrustedText.Sanitize(place)}: {why}. Is 'advisor local' running there? Otherwise, use --subscription ID.",
            cause
        )
        {
            IsTransient = isTransient,
        };
}
