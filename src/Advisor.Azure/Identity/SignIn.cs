using Azure.Core;
using Azure.Identity;

namespace Advisor.Azure.Identity;

/// <summary>
/// How Advisor signs in: as the service it runs in, or as the person at the terminal, and never by a window that pops up.
/// </summary>
public static class SignIn
{
    /// <summary>
    /// Environment variables, workload identity, managed identity, then the Azure CLI and azd. What needs a desktop is left out: in a
    /// service it costs seconds for each failed attempt and can never answer.
    /// </summary>
    /// <param name="tenantId">The tenant; null = the one that the environment says.</param>
    /// <param name="managedIdentityClientId">A user-assigned identity; null = the system-assigned one.</param>
    public static TokenCredential CreateDefault(AzureEndpoints cloud, string? tenantId, string? managedIdentityClientId) =>
        new DefaultAzureCredential(
            new DefaultAzureCredentialOptions
            {
                AuthorityHost = cloud.Authority,
                TenantId = tenantId,
                ManagedIdentityClientId = managedIdentityClientId,
                ExcludeInteractiveBrowserCredential = true,
                ExcludeVisualStudioCredential = true,
                ExcludeVisualStudioCodeCredential = true,
                ExcludeAzurePowerShellCredential = true,
                ExcludeBrokerCredential = true,
            }
        );

    /// <summary>What to do about a failed sign-in, in one line; null where the exception is none.</summary>
    public static string? DescribeFailure(Exception? exception) =>
        exception switch
        {
            CredentialUnavailableException =>
                "No sign-in to Azure was found: run az login, or set AZURE_CLIENT_ID, AZURE_TENANT_ID and a secret or "
                    + "certificate, or give the host a managed identity.",
            AuthenticationFailedException =>
                "Signing in to Azure failed: the sign-in has expired or was refused; run az login again, or check the secret, "
                    + "certificate or managed identity.",
            _ => null,
        };
}
