using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Azure.Resilience;
using Advisor.Core.Text;
using Advisor.Service.Http;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Identity;

namespace Advisor.Azure.Identity;

/// <summary>Creates the default credential: the identity of the service, or the user at the terminal, never interactive.</summary>
public static partial class SignIn
{
    /// <summary>
    /// Creates the chain of environment variables, workload identity, managed identity, Azure CLI and azd. Credentials that need a desktop
    /// are left out: in a service they always fail, and take seconds for each attempt. Where the sign-in service cannot be reached or is
    /// busy, it throws <see cref="RequestFailedException"/> with the status 0.
    /// </summary>
    /// <param name="tenantId">Tenant; null = <c>AZURE_TENANT_ID</c>, else that of the sign-in.</param>
    /// <param name="managedIdentityClientId">
    /// Client id of a user-assigned identity; null = <c>AZURE_CLIENT_ID</c>, else the system-assigned one.
    /// </param>
    public static TokenCredential CreateDefault(AzureEndpoints cloud, string? tenantId, string? managedIdentityClientId) =>
        Create(CreateOptions(cloud, tenantId, managedIdentityClientId));

    internal static TokenCredential Create(DefaultAzureCredentialOptions options) =>
        new OutageCredential(new DefaultAzureCredential(options));

    internal static DefaultAzureCredentialOptions CreateOptions(AzureEndpoints cloud, string? tenantId, string? managedIdentityClientId)
    {
        var options = new DefaultAzureCredentialOptions
        {
            AuthorityHost = cloud.Authority,
            ExcludeInteractiveBrowserCredential = true,
            ExcludeVisualStudioCredential = true,
            ExcludeVisualStudioCodeCredential = true,
            ExcludeAzurePowerShellCredential = true,
            ExcludeBrokerCredential = true,
        };
        // What they are by default is read from the environment, and null would replace it.
        options.TenantId = tenantId ?? options.TenantId;
        options.ManagedIdentityClientId = managedIdentityClientId ?? options.ManagedIdentityClientId;
        // Each call is tried again as a whole, four times: with three retries of its own the sign-in alone would take half a minute.
        options.Retry.MaxRetries = 1;
        options.Transport = new LimitedTransport(HttpClientTransport.Shared, ResponseSizes.MaxPageBytes);
        return options;
    }

    /// <summary>Returns what to do about a failed sign-in, in one line; null if the exception is not one.</summary>
    public static string? DescribeFailure(Exception? exception) =>
        exception switch
        {
            AuthenticationFailedException failed when FindCode(failed) is { } code =>
                $"Signing in to Azure failed ({code}): the credentials have expired or were refused, or more is required of the sign-in; "
                    + "run az login again, with --tenant where the subscription is in another tenant, or check the secret, certificate "
                    + "or federated credential.",
            CredentialUnavailableException none => DescribeMissing(none),
            AuthenticationFailedException when exception.GetBaseException() is InvalidResponseException bad =>
                $"Signing in to Azure failed. {UntrustedText.Redact(bad.Message)}",
            AuthenticationFailedException =>
                "Signing in to Azure failed: the credentials have expired or were refused; run az login again, or check the secret, "
                    + "certificate or managed identity.",
            _ => null,
        };

    // The library counts what it cannot explain as missing, too: an Azure CLI without a network, an answer of a proxy.
    private static string DescribeMissing(CredentialUnavailableException none)
    {
        var text =
            !CliFailurePattern().IsMatch(none.Message)
                ? "No Azure credentials were found: run az login, or set AZURE_CLIENT_ID, AZURE_TENANT_ID and a secret or "
                    + "certificate, or give the host a managed identity."
            : NetworkPattern().IsMatch(none.Message)
                ? "The Azure CLI could not reach the sign-in service: check the network and proxy, and run "
                    + "'az account get-access-token' to see whether it can."
            : "The Azure CLI gave no token: 'az account get-access-token' says why.";
        return ListCauses(none).Any(cause => cause is JsonException)
            ? text
                + " What answered in place of the managed identity of this host is no JSON: "
                + "a proxy or the sign-in page of a network is between."
            : text;
    }

    private static IEnumerable<Exception> ListCauses(Exception exception) =>
        exception switch
        {
            AggregateException many => many.InnerExceptions.SelectMany(ListCauses),
            { InnerException: { } inner } => ListCauses(inner).Prepend(exception),
            _ => [exception],
        };

    /// <summary>
    /// Returns the code of a sign-in that was refused for the API that is called, while others may work; null if the exception is not one.
    /// </summary>
    internal static string? FindRefusalOfApi(Exception exception) =>
        exception is AuthenticationFailedException failed && FindCode(failed) is { } code && CodesOfApi.Contains(code) ? code : null;

    private static string? FindCode(AuthenticationFailedException failed) =>
        CodePattern().Match(failed.ToString()) is { Success: true } code ? code.Value : null;

    // The API is unknown or disabled in the tenant, nobody consented to it, the sign-in is not assigned to it, or conditional access asks
    // more for it (learn.microsoft.com/entra/identity-platform/reference-error-codes).
    private static readonly string[] CodesOfApi =
    [
        "AADSTS50001",
        "AADSTS500011",
        "AADSTS500014",
        "AADSTS650052",
        "AADSTS65001",
        "AADSTS70011",
        "AADSTS50105",
        "AADSTS50076",
        "AADSTS50079",
        "AADSTS53000",
        "AADSTS53001",
        "AADSTS53003",
    ];

    // Of Microsoft Entra, also in what the Azure CLI prints; a message may repeat a secret, its code does not.
    [GeneratedRegex("AADSTS[0-9]+", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex CodePattern();

    [GeneratedRegex("Azure CLI authentication (failed due to an unknown error|timed out)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex CliFailurePattern();

    // What Python's libraries say, on which the Azure CLI is built.
    [GeneratedRegex(
        "Max retries exceeded|NameResolution|name resolution|getaddrinfo|ConnectionError|Connection (aborted|refused)|timed out|ProxyError",
        RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex NetworkPattern();
}
