namespace Advisor.Configuration;

/// <summary>Azure clouds, each with its own endpoints and sign-in.</summary>
public enum AzureCloud
{
    Public,
    UsGovernment,
    China,
}
