using Azure;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Sdk;

/// <summary>
/// Keeps the body of what a library's client was answered, as it came. The libraries read an answer as a whole: what they trip over hides
/// everything else in it, and what they make objects of has lost what they do not know. Our own readers take the body instead, in this
/// build as in the default one.
/// </summary>
internal sealed class ResponseCapture : HttpPipelineSynchronousPolicy
{
    private static readonly AsyncLocal<ResponseCapture?> Current = new();

    private BinaryData? body;

    /// <summary>The policy to put into the options of a client.</summary>
    public static HttpPipelinePolicy Policy { get; } = new ResponseCapture();

    /// <summary>Makes a call and gives the body of its answer, whatever the library makes of it.</summary>
    /// <exception cref="RequestFailedException">The answer is no success.</exception>
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
