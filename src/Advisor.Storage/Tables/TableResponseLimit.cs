using Advisor.State.Http;
using Advisor.State.Rows;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Storage.Tables;

/// <summary>Limits the size of every response of the table service, before anything of it is buffered.</summary>
internal sealed class TableResponseLimit(Uri service) : HttpPipelineSynchronousPolicy
{
    public override void OnReceivedResponse(HttpMessage message)
    {
        if (message.Response.ContentStream is { } content)
        {
            message.Response.ContentStream = new LimitedStream(content, ResponseSizes.MaxPageBytes, CreateException);
        }
    }

    private StateStoreException CreateException() =>
        new("Failed", ResponseSizes.DescribeExcess(service.AbsoluteUri, ResponseSizes.MaxPageBytes), isTransient: true);
}
