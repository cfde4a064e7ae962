using Azure;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Sdk;

/// <summary>
/// Captures the raw body of a response to an SDK client. The libraries parse a response as a whole: an unexpected element hides all others,
/// and unknown properties are lost. The parsers of this project read the body instead, as in the default build.
/// </summary>
internal sealed class ResponseCapture : HttpPipelineSynchronousPolicy
{
    private static readonly AsyncLocal<ResponseCapture?> Current = new();

    private BinaryData? body;

    /// <summary>Policy to add to the options of a client.</summary>
    public static HttpPipelinePolicy Policy { get; } = new ResponseCapture();

    /// <summary>Makes a call and returns the body of its response, even if the library fails to parse it.</summary>
    /// <exception cref="RequestFailedException">The status is not success.</exception>
    public static async Task<BinaryData> CaptureAsync<T>(Func<Task<Response<T>>> call)
    {
        var kept = new ResponseCapture();
        Current.Value = kept;
        try
        {
            return (await call()).GetRawResponse().Content;
        }
        catch (Exception e)
            when (kept.body is not null && e is not RequestFailedException and not OperationCanceledException and not OutOfMemoryException)
        {
            return kept.body;
        }
    }

    public override void OnReceivedResponse(HttpMessage message)
    {
        if (Current.Value is { } kept && !message.Response.IsError)
        {
            kept.body = message.Response.Content;
        }
    }
}
