using Advisor.Core.Text;
using Azure;
using Azure.Core;
using Azure.Identity;
using Microsoft.Identity.Client;

namespace Advisor.Azure.Identity;

/// <summary>
/// Tells an outage from a refusal: where the service that gives tokens cannot be reached or is busy, the failure is that of a request
/// without an answer, which passes by itself and is retried, as with every other service of Azure.
/// </summary>
internal sealed class OutageCredential(TokenCredential inner) : TokenCredential
{
    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken)
    {
        try
        {
            return inner.GetToken(requestContext, cancellationToken);
        }
        catch (AuthenticationFailedException e) when (FindOutage(e) is { } outage)
        {
            throw CreateException(outage);
        }
    }

    public override async ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken)
    {
        try
        {
            return await inner.GetTokenAsync(requestContext, cancellationToken);
        }
        catch (AuthenticationFailedException e) when (FindOutage(e) is { } outage)
        {
            throw CreateException(outage);
        }
    }

    // Of several credentials that were tried, one that cannot be reached, such as the managed identity of a laptop, says nothing.
    private static Exception? FindOutage(Exception? exception) =>
        exception switch
        {
            null or CredentialUnavailableException { InnerException: AggregateException } => null,
            RequestFailedException { Status: 0 or 410 or 429 or >= 500 } or MsalException { IsRetryable: true } => exception,
            AggregateException many => many.InnerExceptions.Select(FindOutage).FirstOrDefault(found => found is not null),
            _ => FindOutage(exception.InnerException),
        };

    private static RequestFailedException CreateException(Exception outage) =>
        new(0, $"the sign-in service gave no token: {UntrustedText.Redact(outage.Message)}");
}
