using Advisor.Service.Http;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Resilience;

/// <summary>
/// Transport whose responses have a maximum size: an answer without an end took 10 GB of memory. It is a transport and not a policy, since
/// the sign-in drops the policies of its options.
/// </summary>
/// <param name="inner">Transport that sends the requests.</param>
/// <param name="maxBytes">Maximum size of a response, one of <see cref="ResponseSizes"/>.</param>
internal sealed class LimitedTransport(HttpPipelineTransport inner, int maxBytes) : HttpPipelineTransport
{
    public override Request CreateRequest() => inner.CreateRequest();

    public override void Process(HttpMessage message)
    {
        inner.Process(message);
        Limit(message);
    }

    public override async ValueTask ProcessAsync(HttpMessage message)
    {
        await inner.ProcessAsync(message);
        Limit(message);
    }

    private void Limit(HttpMessage message)
    {
        if (message.Response.ContentStream is not { } content)
        {
            return;
        }

        var address = message.Request.Uri.ToUri().GetLeftPart(UriPartial.Path);
        message.Response.ContentStream = new LimitedStream(
            content,
            maxBytes,
            () => new InvalidResponseException(ResponseSizes.DescribeExcess(address, maxBytes))
        );
    }
}
